/* What `reading.h` tells of. */

#define READING_ITSELF
#include "reading.h"
#include <structmember.h>

/* What there is under a name of a class: a field of its objects in C, what C reads and sets for it, a method, a value of the class
   itself, what a value of the object's own goes before, or what Python has to be asked for. */
enum Kind { OTHER, FIELD, PROPERTY, METHOD, VALUE, WEAK };

typedef struct {
    unsigned int version; /* of the class, unlike that of any other; 0 where nothing is known */
    enum Kind kind;
    PyObject *name;
    PyObject *found; /* the class has it, and while it is of this version the class holds it */
    Py_ssize_t offset;
} Known;

#define PLACES 4096
static Known known[PLACES];

PyObject *Reading_numbers[READING_NUMBERS];

static void find_out(PyTypeObject *type, PyObject *name, Known *place)
{
    PyObject *found = _PyType_Lookup(type, name);
    place->version = type->tp_version_tag;
    place->name = name;
    place->found = found;
    place->kind = OTHER;
    if (found == NULL || !PyUnicode_CHECK_INTERNED(name))
        return;
    PyTypeObject *kind = Py_TYPE(found);
    if (kind == &PyMemberDescr_Type) {
        PyMemberDef *member = ((PyMemberDescrObject *)found)->d_member;
        if (member->type == T_OBJECT_EX && PyType_IsSubtype(type, PyDescr_TYPE(found))) {
            place->kind = FIELD;
            place->offset = member->offset;
        }
    } else if (kind == &PyGetSetDescr_Type) {
        if (PyType_IsSubtype(type, PyDescr_TYPE(found)))
            place->kind = PROPERTY;
    } else if (PyType_HasFeature(kind, Py_TPFLAGS_METHOD_DESCRIPTOR)) {
        if (PyType_HasFeature(kind, Py_TPFLAGS_HAVE_VECTORCALL)) {
            place->kind = METHOD;
            place->offset = kind->tp_vectorcall_offset;
        }
    } else if (kind->tp_descr_get == NULL) {
        place->kind = VALUE;
    } else if (kind->tp_descr_set == NULL) {
        place->kind = WEAK;
    }
}

/* What is known of a name of a class whose objects are read as most are. */
static inline Known *ask(PyTypeObject *type, PyObject *name)
{
    unsigned int version = type->tp_version_tag;
    Known *place = &known[(((uintptr_t)name >> 4) ^ (version * 61u)) & (PLACES - 1)];
    if (unlikely(version == 0 || place->version != version || place->name != name))
        find_out(type, name, place);
    return place;
}

/* The dictionary of an object, for a value of its own under a name; NULL where there is none. Where that isn't easily told, `hidden` is set. */
static inline PyObject *own_values(PyObject *object, PyTypeObject *type, int *hidden)
{
    Py_ssize_t offset = type->tp_dictoffset;
    if (likely(offset == 0))
        return NULL;
#ifdef Py_TPFLAGS_MANAGED_DICT
    *hidden = offset < 0 || PyType_HasFeature(type, Py_TPFLAGS_MANAGED_DICT);
#else
    *hidden = offset < 0;
#endif
    return *hidden ? NULL : *(PyObject **)((char *)object + offset);
}

/* Whether an object has a value of its own under a name, or may have. */
static inline int has_own(PyObject *object, PyTypeObject *type, PyObject *name)
{
    int hidden = 0;
    PyObject *own = own_values(object, type, &hidden);
    return hidden || (own != NULL && PyDict_GetItemWithError(own, name) != NULL);
}

PyObject *Reading_get(PyObject *object, PyObject *name)
{
    PyTypeObject *type = Py_TYPE(object);
    if (likely(type->tp_getattro == PyObject_GenericGetAttr)) {
        Known *place = ask(type, name);
        if (likely(place->kind == FIELD)) {
            PyObject *value = *(PyObject **)((char *)object + place->offset);
            if (likely(value != NULL)) {
                Py_INCREF(value);
                return value;
            }
        } else if (place->kind == PROPERTY) {
            PyGetSetDef *how = ((PyGetSetDescrObject *)place->found)->d_getset;
            if (how->get != NULL)
                return how->get(object, how->closure);
        } else if (place->kind == VALUE && !has_own(object, type, name)) {
            Py_INCREF(place->found);
            return place->found;
        } else if (place->kind == WEAK) {
            int hidden = 0;
            PyObject *own = own_values(object, type, &hidden);
            PyObject *value = own == NULL ? NULL : PyDict_GetItemWithError(own, name);
            if (value != NULL) {
                Py_INCREF(value);
                return value;
            }
        }
    }
    return PyObject_GetAttr(object, name);
}

int Reading_set(PyObject *object, PyObject *name, PyObject *value)
{
    PyTypeObject *type = Py_TYPE(object);
    if (type->tp_setattro == PyObject_GenericSetAttr && value != NULL) {
        Known *place = ask(type, name);
        if (place->kind == PROPERTY) {
            PyGetSetDef *how = ((PyGetSetDescrObject *)place->found)->d_getset;
            if (how->set != NULL)
                return how->set(object, value, how->closure);
        }
    }
    return PyObject_SetAttr(object, name, value);
}

PyObject *Reading_call(PyObject *name, PyObject *const *arguments, size_t count, PyObject *keywords)
{
    PyTypeObject *type = Py_TYPE(arguments[0]);
    if (likely(type->tp_getattro == PyObject_GenericGetAttr)) {
        Known *place = ask(type, name);
        if (likely(place->kind == METHOD) && !has_own(arguments[0], type, name)) {
            PyObject *method = place->found;
            vectorcallfunc how = *(vectorcallfunc *)((char *)method + place->offset);
            if (likely(how != NULL)) {
                Py_INCREF(method);
                PyObject *result = how(method, arguments, count & ~PY_VECTORCALL_ARGUMENTS_OFFSET, keywords);
                Py_DECREF(method);
                return result;
            }
        }
    }
    return PyObject_VectorcallMethod(name, arguments, count, keywords);
}

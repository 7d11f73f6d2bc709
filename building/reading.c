/* The functions that `reading.h` declares. */

#define READING_ITSELF
#include "reading.h"
#include <structmember.h>

/* The kind of a class attribute: a field of the C struct, a property with C functions, a method, a value of the class, a
   descriptor that a value in the object's dictionary overrides, or OTHER, which is left to Python. */
enum Kind { OTHER, FIELD, PROPERTY, METHOD, VALUE, WEAK };

typedef struct {
    unsigned int version; /* version tag of the class, unique; 0: nothing is known */
    enum Kind kind;
    PyObject *name;
    PyObject *found; /* borrowed: the class holds it as long as it has this version */
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

/* Return what is known about an attribute of a class with Python's usual attribute lookup. */
static inline Known *ask(PyTypeObject *type, PyObject *name)
{
    unsigned int version = type->tp_version_tag;
    Known *place = &known[(((uintptr_t)name >> 4) ^ (version * 61u)) & (PLACES - 1)];
    if (unlikely(version == 0 || place->version != version || place->name != name))
        find_out(type, name, place);
    return place;
}

/* Return the value in an object's own dictionary, borrowed; NULL if there is none. */
static inline PyObject *own_value(PyObject *object, PyTypeObject *type, PyObject *name)
{
    if (likely(type->tp_dictoffset == 0))
        return NULL;
    PyObject **own = _PyObject_GetDictPtr(object);
    return own == NULL || *own == NULL ? NULL : PyDict_GetItemWithError(*own, name);
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
        } else if (place->kind == VALUE && own_value(object, type, name) == NULL) {
            Py_INCREF(place->found);
            return place->found;
        } else if (place->kind == WEAK) {
            PyObject *value = own_value(object, type, name);
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
        if (likely(place->kind == METHOD) && own_value(arguments[0], type, name) == NULL) {
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

/* Return whether a class derives from another, which is usually among its first bases. */
int Reading_derives(PyTypeObject *type, PyTypeObject *kind)
{
    for (PyTypeObject *base = type->tp_base; base != NULL; base = base->tp_base)
        if (base == kind)
            return 1;
    return PyType_IsSubtype(type, kind);
}

#if PY_VERSION_HEX < 0x030C0000

/* Return the hash of a key. Most keys are strings with a cached hash, or small numbers, which are their own hash. */
static inline Py_hash_t hash_of(PyObject *key)
{
    if (PyUnicode_CheckExact(key) && ((PyASCIIObject *)key)->hash != -1)
        return ((PyASCIIObject *)key)->hash;
    if (PyLong_CheckExact(key) && Py_SIZE(key) == 1)
        return ((PyLongObject *)key)->ob_digit[0];
    return PyObject_Hash(key);
}

/* Return the value of a key in a dictionary, borrowed; NULL if there is none or an error is set. */
static inline PyObject *find(PyObject *dict, PyObject *key)
{
    Py_hash_t hash = hash_of(key);
    return hash == -1 ? NULL : _PyDict_GetItem_KnownHash(dict, key, hash);
}

PyObject *Reading_item(PyObject *dict, PyObject *key)
{
    if (unlikely(!PyDict_CheckExact(dict)))
        return PyObject_GetItem(dict, key);
    PyObject *value = find(dict, key);
    Py_XINCREF(value);
    if (unlikely(value == NULL) && !PyErr_Occurred())
        PyErr_SetObject(PyExc_KeyError, key);
    return value;
}

PyObject *Reading_item_or_none(PyObject *dict, PyObject *key)
{
    PyObject *value = find(dict, key);
    if (value == NULL && !PyErr_Occurred())
        value = Py_None;
    Py_XINCREF(value);
    return value;
}

#endif

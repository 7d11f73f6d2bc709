/* How the compiled engine reads, sets and calls what it can't know while it is compiled; included before every module of it.

   What a class says of a name is kept until the class changes, so that neither the class nor its bases are asked each time. */

#ifndef SPELLFRONT_READING
#define SPELLFRONT_READING

#include <Python.h>
#include "CPy.h"

PyObject *Reading_get(PyObject *object, PyObject *name);
int Reading_set(PyObject *object, PyObject *name, PyObject *value);
PyObject *Reading_call(PyObject *name, PyObject *const *arguments, size_t count, PyObject *keywords);
int Reading_derives(PyTypeObject *type, PyTypeObject *kind);
PyObject *Reading_item(PyObject *dict, PyObject *key);
PyObject *Reading_item_or_none(PyObject *dict, PyObject *key);

/* Whether an object is of a class or of one that derives from it. */
static inline int Reading_is(PyObject *object, PyTypeObject *kind)
{
    return Py_TYPE(object) == kind || Reading_derives(Py_TYPE(object), kind);
}

#define READING_NUMBERS 2048
extern PyObject *Reading_numbers[READING_NUMBERS];

/* A number as an object. Those that ids and sizes are mostly of are made once. */
static inline PyObject *Reading_number(CPyTagged number)
{
    if (likely(CPyTagged_CheckShort(number) && (size_t)number < 2 * READING_NUMBERS)) {
        PyObject **kept = &Reading_numbers[number >> 1];
        if (unlikely(*kept == NULL))
            *kept = CPyTagged_StealAsObject(number);
        Py_XINCREF(*kept);
        return *kept;
    }
    return CPyTagged_StealAsObject(number);
}

#if !defined(READING_ITSELF) && !defined(Py_GIL_DISABLED) /* one thread at a time looks up */
#undef CPyObject_GetAttr
#define CPyObject_GetAttr Reading_get
#define PyObject_SetAttr Reading_set
#define PyObject_VectorcallMethod Reading_call
#define CPyTagged_StealAsObject Reading_number
#undef PyObject_TypeCheck
#define PyObject_TypeCheck(object, kind) Reading_is((PyObject *)(object), kind)
#define CPy_TypeCheck(object, kind) Reading_is(object, (PyTypeObject *)(kind))
#if PY_VERSION_HEX < 0x030C0000 /* where it is known how numbers lie */
#define CPyDict_GetItem Reading_item
#define CPyDict_GetWithNone Reading_item_or_none
#endif

/* The functions that mypyc makes of methods can be called with the object before the arguments; no bound method is made for a call then. */
#undef _Py_TPFLAGS_HAVE_VECTORCALL
#define _Py_TPFLAGS_HAVE_VECTORCALL (Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_METHOD_DESCRIPTOR)
#endif

#endif

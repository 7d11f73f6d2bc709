/* Fast attribute access and method calls for the compiled engine, where types aren't known at compile time.

   Every compiled module includes this file first. The attributes of a class are cached until the class changes, so that the
   class and its bases aren't searched at each access. */

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

/* Return whether an object is an instance of a class or of a subclass. */
static inline int Reading_is(PyObject *object, PyTypeObject *kind)
{
    return Py_TYPE(object) == kind || Reading_derives(Py_TYPE(object), kind);
}

#define READING_NUMBERS 2048
extern PyObject *Reading_numbers[READING_NUMBERS];

/* Return a number as an object. Small numbers, as most ids and sizes are, are created once. */
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

#if !defined(READING_ITSELF) && !defined(Py_GIL_DISABLED) /* the cache isn't thread-safe */
#undef CPyObject_GetAttr
#define CPyObject_GetAttr Reading_get
#define PyObject_SetAttr Reading_set
#define PyObject_VectorcallMethod Reading_call
#define CPyTagged_StealAsObject Reading_number
#undef PyObject_TypeCheck
#define PyObject_TypeCheck(object, kind) Reading_is((PyObject *)(object), kind)
#define CPy_TypeCheck(object, kind) Reading_is(object, (PyTypeObject *)(kind))
#if PY_VERSION_HEX < 0x030C0000 /* the layout of integers is known */
#define CPyDict_GetItem Reading_item
#define CPyDict_GetWithNone Reading_item_or_none
#endif

/* mypyc's methods can be called with the object as the first argument, so that a call creates no bound method. */
#undef _Py_TPFLAGS_HAVE_VECTORCALL
#define _Py_TPFLAGS_HAVE_VECTORCALL (Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_METHOD_DESCRIPTOR)
#endif

#endif

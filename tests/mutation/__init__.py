"""Whether the tests would notice: changes of meaning are made in the engine, one at a time, and
the tests run against each.
"""

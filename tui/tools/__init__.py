"""Developers' tools: benchmarks, fuzzing and random play."""

"""Games in progress: who sits at them, what is saved of them, and computer players beside them."""

"""Reading of Oracle text into ability data, and writing of ability data as Oracle text."""

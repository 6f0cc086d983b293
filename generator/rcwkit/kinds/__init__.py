"""The kinds of documents, each a package: what it may say, its checks, and how it is drawn or worded."""

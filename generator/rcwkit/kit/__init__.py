"""Turn a game and build options into a folder of files.

`kinds` lists the files of each kind of document, `build` makes one of them, `closing` the print guide and the index of
them, `pipeline` makes all of them, `publish` moves them into place, `kept` records what each was made from.
"""

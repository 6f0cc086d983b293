"""A game and options become a folder of files.

`kinds` lists the files that each kind of document gives, `build` makes one of them, `pipeline` all of them, `publish` puts
them in place, `kept` remembers what each was made of.
"""

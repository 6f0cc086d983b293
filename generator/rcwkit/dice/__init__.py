"""Procedures are rolled, recorded, verified, and their odds worked out.

A procedure and faces come in; a record, a settled set-up or exact odds go out. `plan` prepares a procedure, `walk` is the
one interpreter of its steps, `roll` is what other packages call.
"""

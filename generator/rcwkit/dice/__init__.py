"""Roll, record and verify procedures, and compute their odds.

A procedure and faces come in; a record, a settled set-up or exact odds go out. `plan` prepares a procedure, `walk`
interprets its steps, and other packages call `roll`.
"""

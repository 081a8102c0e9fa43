"""The code of exported programs: the functions and classes that a program needs are copied into its file.

Of the rest of unweave it imports only constants, which are written into the file as literals, and classes that need
nothing else, which are copied too.
"""

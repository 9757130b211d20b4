"""The independent reading that proves an edit: other parsers than those that made it, compared with what was meant.

``differs`` knows the formats; each module reads one of them.
"""

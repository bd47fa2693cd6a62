# A Bot that does nothing: the project plays alone.
extends Node

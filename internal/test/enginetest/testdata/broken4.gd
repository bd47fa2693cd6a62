extends Node

func _ready():
	print("no closing bracket"

extends SceneTree

func _init():
	print("no closing bracket"

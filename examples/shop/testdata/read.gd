extends SceneTree

# Reads the prices that Go wrote for Godot 3 and prints what a script sees.

func _init():
	var file = File.new()
	file.open("shop.save", File.READ)
	for price in file.get_var():
		print(price["item"], " ", price["sold"].x, " ", price["cents"], " ", price["text"])
		print(typeof(price["cents"]) == TYPE_INT, " ", typeof(price["text"]) == TYPE_STRING)
	quit()

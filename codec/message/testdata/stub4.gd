
func on_aimed(at, n, s): print("aimed ", n)
func on_hit(target, at): print("hit ", target, " ", at)

func _ready():
	var file = FileAccess.open(OS.get_environment("DIR") + "/out", FileAccess.WRITE)
	file.store_var(aim(Vector2(1, 2), "hi", null, null, PROTOCOL))
	file.store_var(class_())
	file.close()
	file = FileAccess.open(OS.get_environment("DIR") + "/in", FileAccess.READ)
	receive(self, file.get_var())
	receive(self, file.get_var())
	get_tree().quit()

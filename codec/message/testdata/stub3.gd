
func on_aimed(at, n, s): print("aimed ", n)
func on_hit(target, at): print("hit ", target, " ", at)

func _init():
	var file = File.new()
	file.open(OS.get_environment("DIR") + "/out", File.WRITE)
	file.store_var(aim(Vector2(1, 2), "hi", null, null, PROTOCOL))
	file.store_var(class_())
	file.close()
	file.open(OS.get_environment("DIR") + "/in", File.READ)
	receive(self, file.get_var())
	receive(self, file.get_var())
	quit()

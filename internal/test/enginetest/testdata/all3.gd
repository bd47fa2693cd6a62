# The same as all4.gd, for Godot 3.
extends SceneTree

func _init():
	match OS.get_environment("TASK"):
		"work":
			var file = File.new()
			file.open(OS.get_environment("DIR") + "/in/question", File.READ)
			print("")
			print(file.get_as_text())
			file.open(OS.get_environment("DIR") + "/answer", File.WRITE)
			file.store_string("forty-two")
			file.close()
			print("two\n", OS.get_environment("WORDS"))
			print(OS.get_cmdline_args()[-1])
			quit()
		"fail":
			print("I fail")
			quit(3)

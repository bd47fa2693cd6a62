# The tasks of the test of this package. The environment variable TASK chooses one.
extends Node

func _ready():
	match OS.get_environment("TASK"):
		"work":
			var dir := OS.get_environment("DIR")
			print("")
			print(FileAccess.get_file_as_string(dir + "/in/question"))
			var file := FileAccess.open(dir + "/answer", FileAccess.WRITE)
			file.store_string("forty-two")
			file.close()
			print("two\n", OS.get_environment("WORDS"))
			print(OS.get_cmdline_user_args()[-1])
			get_tree().quit()
		"fail":
			print("I fail")
			get_tree().quit(3)

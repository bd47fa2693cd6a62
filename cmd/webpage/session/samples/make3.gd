# Writes secret.save, with Godot 3: godot3-server -s make3.gd
extends SceneTree

func _init():
	var file = File.new()
	file.open_encrypted_with_pass("secret.save", File.WRITE, "secret")
	file.store_var({"unlocked": ["forest", "cave"], "best": 1840.5, "coins": 73,
			"volume": PoolRealArray([0.5, 0.8]), "hero": NodePath("World/Hero")})
	file.close()
	quit()

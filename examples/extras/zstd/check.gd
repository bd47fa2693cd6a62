extends SceneTree

# Reads what Go wrote and writes the same with the engine, for zstd_test.go.

func content(n):
	var b = PoolByteArray()
	for i in range(n):
		b.append(((i * 7) ^ (i >> 5)) & 255 if i >> 9 & 1 == 1 else (i >> 3) & 15)
	return b

func _init():
	for size in OS.get_environment("SIZES").split(","):
		var want = content(int(size))
		var file = File.new()
		if file.open_compressed("go-" + size, File.READ, File.COMPRESSION_ZSTD) != OK:
			print(size, " can't open")
			continue
		print(size, " same" if file.get_buffer(file.get_len()) == want else " different")
		file.close()
		file.open_compressed("engine-" + size, File.WRITE, File.COMPRESSION_ZSTD)
		file.store_buffer(want)
		file.close()
	quit()

# Godot 3: answers the questions of the file "in", then makes $COUNT values at random, the same
# for the same $SEED. For each value it writes to "out": its packet, var2str, str, and nothing in
# place of JSON; see live.go.
extends SceneTree

var out = File.new()
var random = RandomNumberGenerator.new()
var bytes = StreamPeerBuffer.new()

func _init():
	var dir = OS.get_environment("DIR")
	out.open(dir + "/out", File.WRITE)
	var questions = File.new()
	questions.open(dir + "/in", File.READ)
	answer(questions)
	random.seed = int(OS.get_environment("SEED"))
	for i in range(int(OS.get_environment("COUNT"))):
		var full = i % 8 == 0
		put(PoolByteArray([1] if full else []))
		made = []
		var v = value(random.randi_range(0, 4), full)
		put(var2bytes(v, full))
		put_texts(v)
		for object in made:
			object.free()
	out.close()
	quit()

# Writes bytes behind their length.
func put(b):
	out.store_32(b.size())
	out.store_buffer(b)

func put_texts(v):
	put(var2str(v).to_utf8())
	put(str(v).to_utf8())
	put(PoolByteArray())

# Each question is: a byte, 1 for full objects + 2 for the texts of the value; a packet; a text and
# JSON to be read. The text may be empty, and the JSON is. A sign precedes the text, as engines drop a byte
# order mark that begins UTF-8.
func answer(questions):
	while questions.get_position() < questions.get_len():
		var flags = frame(questions)[0]
		var full = flags & 1 == 1
		var v = bytes2var(frame(questions), full)
		put(var2bytes(v, full))
		if flags & 2 == 2:
			put_texts(v)
		var text = frame(questions).get_string_from_utf8().substr(1)
		put(var2bytes(str2var(text), full) if text != "" else PoolByteArray())
		put(frame(questions))

func frame(file):
	return file.get_buffer(file.get_32())

# The rest makes values.

var made = [] # to be freed

const TEXTS = [
	"", "a", "hp", "key", "a/b:c", "/root/A:b:c", "Ünïté", "日本語", "😀", "four", "two\nlines", "tab\t\r",
	"\"quoted\" \\",
	"\a\b\f\v", "s:tag", "more than thirty bytes of text, in order to be long enough", "null", "inf", "&\"a\"",
]
const DOUBLES = [0, 1 << 63, 0x3FF0000000000000, 0x3FB999999999999A, 0x7FEFFFFFFFFFFFFF, 1, (1 << 63) + 0xFFFFFFFFFFFFF,
	0x47EFFFFFE0000000, 0x47EFFFFFF0000000, 0x7FF0000000000000, -0x10000000000000, 0x7FF8000000000000, -0x8000000000000, 0x7FF0000000000001,
	0x7FFFFFFFFFFFFFFF, 0x36A0000000000000, 0x4340000000000001]
const SINGLES = [0, 1 << 31, 0x3F800000, 0xBFC00000, 0x3DCCCCCD, 0x7F7FFFFF, 0x00800000, 1, 0x807FFFFF, 0x7F800000, 0xFF800000,
	0x7FC00000, 0xFFC00000, 0x7F800001, 0xFFBFFFFF, 0x7FFFFFFF, 0x4B800000]
const INTS = [0, 1, -1, 127, 255, 0x7FFFFFFF, 0x80000000, -0x80000000, -0x80000001, (1 << 53) + 1, 0x7FFFFFFFFFFFFFFF, 1 << 63]

func any(all):
	return all[random.randi() % all.size()]

func yes():
	return random.randi() & 1 == 1

func bits():
	return random.randi() << 32 | random.randi()

func integer():
	return any(INTS) if yes() else bits() >> (random.randi() % 64)

func int32():
	return integer() << 32 >> 32

func byte():
	return random.randi() & 255

func double():
	match random.randi() % 4:
		0: return random.randi_range(-1000, 1000) / 8.0
		1: return random.randfn() * pow(10, random.randi_range(-20, 20))
	bytes.seek(0)
	bytes.put_64(any(DOUBLES) if yes() else bits())
	bytes.seek(0)
	return bytes.get_double()

func single():
	match random.randi() % 4:
		0: return random.randi_range(-1000, 1000) / 8.0
		1: return random.randfn() * pow(10, random.randi_range(-20, 20))
	bytes.seek(0)
	bytes.put_u32(any(SINGLES) if yes() else random.randi())
	bytes.seek(0)
	return bytes.get_float()

func text():
	if random.randi() % 4 > 0:
		return any(TEXTS)
	var s = ""
	for _i in range(random.randi() % 12):
		var c = random.randi_range(1, 0x10FFFF) if yes() else random.randi_range(1, 0x250)
		s += char(c if c < 0xD800 or c > 0xDFFF else 0x41)
	return s

func two(): return Vector2(single(), single())
func three(): return Vector3(single(), single(), single())
func color(): return Color(single(), single(), single(), single())
func basis(): return Basis(three(), three(), three())

func several(one):
	var all = []
	for _i in range(random.randi() % 6):
		all.append(call(one))
	return all

func value(depth, full):
	if depth > 0 and random.randi() % 3 == 0:
		return of(TYPE_ARRAY if yes() else TYPE_DICTIONARY, depth, full)
	return of(random.randi() % TYPE_MAX, depth, full)

func of(type, depth, full):
	match type:
		TYPE_BOOL: return yes()
		TYPE_INT: return integer()
		TYPE_REAL: return double()
		TYPE_STRING: return text()
		TYPE_VECTOR2: return two()
		TYPE_RECT2: return Rect2(two(), two())
		TYPE_VECTOR3: return three()
		TYPE_TRANSFORM2D: return Transform2D(two(), two(), two())
		TYPE_PLANE: return Plane(single(), single(), single(), single())
		TYPE_QUAT: return Quat(single(), single(), single(), single())
		TYPE_AABB: return AABB(three(), three())
		TYPE_BASIS: return basis()
		TYPE_TRANSFORM: return Transform(basis(), three())
		TYPE_COLOR: return color()
		TYPE_NODE_PATH: return NodePath(text())
		TYPE_RID: return RID()
		TYPE_OBJECT: return object(full)
		TYPE_DICTIONARY:
			var all = {}
			for _i in range(count(depth - 1)):
				all[key()] = item(depth - 1, full)
			return all
		TYPE_ARRAY:
			var all = []
			for _i in range(count(depth - 1)):
				all.append(item(depth - 1, full))
			return all
		TYPE_RAW_ARRAY: return PoolByteArray(several("byte"))
		TYPE_INT_ARRAY: return PoolIntArray(several("int32"))
		TYPE_REAL_ARRAY: return PoolRealArray(several("single"))
		TYPE_STRING_ARRAY: return PoolStringArray(several("text"))
		TYPE_VECTOR2_ARRAY: return PoolVector2Array(several("two"))
		TYPE_VECTOR3_ARRAY: return PoolVector3Array(several("three"))
		TYPE_COLOR_ARRAY: return PoolColorArray(several("color"))
	return null

func object(full):
	if not full:
		return any([null, EncodedObjectAsID.new(), Reference.new()])
	var r = Resource.new()
	r.resource_name = text()
	var t = Timer.new()
	t.wait_time = 0.25 * (1 + random.randi() % 8)
	made.append(t)
	return any([null, Reference.new(), r, t])

func item(depth, full):
	return value(depth, full) if depth > 0 else of(random.randi() % TYPE_OBJECT, 0, full)

# Keys whose dictionaries have one text. var2str sorts arrays in no consistent order, and crashes when
# it compares an empty pool array, or does not find a key with a NaN again. Dictionaries equal no other
# key.
func key():
	match random.randi() % 6:
		0: return random.randi_range(-1000, 1000) / 8.0
		1: return Vector2(random.randi_range(-9, 9), 0.5)
		2: return NodePath(text())
		3: return any([null, true, RID()])
	return integer() if yes() else text()

func count(depth):
	return random.randi() % 5 if depth >= 0 else 0

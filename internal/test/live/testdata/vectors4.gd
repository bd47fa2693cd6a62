# Godot 4: answers the questions of the file "in", then makes $COUNT values at random, the same
# for the same $SEED. For each value it writes to "out": its packet, var_to_str, str,
# JSON.from_native; see live.go.
extends Node

var out: FileAccess
var random := RandomNumberGenerator.new()
var script_here: Script = get_script()

func _ready():
	var dir := OS.get_environment("DIR")
	out = FileAccess.open(dir + "/out", FileAccess.WRITE)
	answer(FileAccess.open(dir + "/in", FileAccess.READ))
	random.seed = OS.get_environment("SEED").to_int()
	for i in range(OS.get_environment("COUNT").to_int()):
		var full := i % 8 == 0
		put(PackedByteArray([1] if full else []))
		made = []
		var v = value(random.randi_range(0, 4), full)
		put(encode(v, full))
		put_texts(v, full)
		for object in made:
			object.free()
	out.close()
	get_tree().quit()

# Writes bytes behind their length.
func put(b: PackedByteArray):
	out.store_32(b.size())
	out.store_buffer(b)

func encode(v, full: bool) -> PackedByteArray:
	return var_to_bytes_with_objects(v) if full else var_to_bytes(v)

func put_texts(v, full: bool):
	put(var_to_str(v).to_utf8_buffer())
	put(str(v).to_utf8_buffer())
	put(JSON.stringify(JSON.from_native(v, full)).to_utf8_buffer())

# Each question is: a byte, 1 for full objects + 2 for the texts of the value; a packet; a text and
# JSON to be read, which may be empty. A sign precedes the text, as engines drop a byte order mark that
# begins UTF-8.
func answer(questions: FileAccess):
	while questions.get_position() < questions.get_length():
		var flags := frame(questions)[0]
		var full := flags & 1 == 1
		var packet := frame(questions)
		var v = bytes_to_var_with_objects(packet) if full else bytes_to_var(packet)
		put(encode(v, full))
		if flags & 2 == 2:
			put_texts(v, full)
		var text := frame(questions).get_string_from_utf8().substr(1)
		put(encode(str_to_var(text), full) if text != "" else PackedByteArray())
		var json := frame(questions).get_string_from_utf8()
		put(encode(JSON.to_native(JSON.parse_string(json), true), full) if json != "" else PackedByteArray())

func frame(file: FileAccess) -> PackedByteArray:
	return file.get_buffer(file.get_32())

# The rest makes values.

var made: Array[Object] # to be freed

const TEXTS := [
	"", "a", "hp", "key", "a/b:c", "/root/A:b:c", "Ünïté", "日本語", "😀", "four", "two\nlines", "tab\t\r",
	"\"quoted\" \\", "\u0001\u001f\u007f",
	"\a\b\f\v", "\uFEFFbom", "s:tag", "\u2028e\u0301", "more than thirty bytes of text, in order to be long enough", "null", "inf", "&\"a\"",
	"\uFFFD\uFFFE\U10FFFF"]
const DOUBLES := [0, 1 << 63, 0x3FF0000000000000, 0x3FB999999999999A, 0x7FEFFFFFFFFFFFFF, 1, (1 << 63) + 0xFFFFFFFFFFFFF,
	0x47EFFFFFE0000000, 0x47EFFFFFF0000000, 0x7FF0000000000000, -0x10000000000000, 0x7FF8000000000000, -0x8000000000000, 0x7FF0000000000001,
	0x7FFFFFFFFFFFFFFF, 0x36A0000000000000, 0x4340000000000001]
const SINGLES := [0, 1 << 31, 0x3F800000, 0xBFC00000, 0x3DCCCCCD, 0x7F7FFFFF, 0x00800000, 1, 0x807FFFFF, 0x7F800000, 0xFF800000,
	0x7FC00000, 0xFFC00000, 0x7F800001, 0xFFBFFFFF, 0x7FFFFFFF, 0x4B800000]
const INTS := [0, 1, -1, 127, 255, 0x7FFFFFFF, 0x80000000, -0x80000000, -0x80000001, (1 << 53) + 1, 0x7FFFFFFFFFFFFFFF, 1 << 63]

func any(all: Array):
	return all[random.randi() % all.size()]

func yes() -> bool:
	return random.randi() & 1 == 1

func bits() -> int:
	return random.randi() << 32 | random.randi()

func integer() -> int:
	return any(INTS) if yes() else bits() >> (random.randi() % 64)

func int32() -> int:
	return integer() << 32 >> 32

func double() -> float:
	match random.randi() % 4:
		0: return random.randi_range(-1000, 1000) / 8.0
		1: return random.randfn() * pow(10, random.randi_range(-20, 20))
	var b := PackedByteArray([0, 0, 0, 0, 0, 0, 0, 0])
	b.encode_s64(0, any(DOUBLES) if yes() else bits())
	return b.decode_double(0)

func single() -> float:
	match random.randi() % 4:
		0: return random.randi_range(-1000, 1000) / 8.0
		1: return random.randfn() * pow(10, random.randi_range(-20, 20))
	var b := PackedByteArray([0, 0, 0, 0])
	b.encode_u32(0, any(SINGLES) if yes() else random.randi())
	return b.decode_float(0)

func text() -> String:
	if random.randi() % 4 > 0:
		return any(TEXTS)
	var s := ""
	for i in range(random.randi() % 12):
		var c := random.randi_range(1, 0x10FFFF) if yes() else random.randi_range(1, 0x250)
		s += char(c if c < 0xD800 or c > 0xDFFF else 0x41)
	return s

func two() -> Vector2: return Vector2(single(), single())
func three() -> Vector3: return Vector3(single(), single(), single())
func four() -> Vector4: return Vector4(single(), single(), single(), single())
func color() -> Color: return Color(single(), single(), single(), single())
func basis_() -> Basis: return Basis(three(), three(), three())

func several(one: Callable) -> Array:
	var all := []
	for i in range(random.randi() % 6):
		all.append(one.call())
	return all

func value(depth: int, full: bool):
	if depth > 0 and random.randi() % 3 == 0:
		return array(depth - 1, full) if yes() else dictionary(depth - 1, full)
	return of(random.randi() % TYPE_MAX, depth, full)

func of(type: int, depth: int, full: bool):
	match type:
		TYPE_BOOL: return yes()
		TYPE_INT: return integer()
		TYPE_FLOAT: return double()
		TYPE_STRING: return text()
		TYPE_VECTOR2: return two()
		TYPE_VECTOR2I: return Vector2i(int32(), int32())
		TYPE_RECT2: return Rect2(two(), two())
		TYPE_RECT2I: return Rect2i(int32(), int32(), int32(), int32())
		TYPE_VECTOR3: return three()
		TYPE_VECTOR3I: return Vector3i(int32(), int32(), int32())
		TYPE_TRANSFORM2D: return Transform2D(two(), two(), two())
		TYPE_VECTOR4: return four()
		TYPE_VECTOR4I: return Vector4i(int32(), int32(), int32(), int32())
		TYPE_PLANE: return Plane(single(), single(), single(), single())
		TYPE_QUATERNION: return Quaternion(single(), single(), single(), single())
		TYPE_AABB: return AABB(three(), three())
		TYPE_BASIS: return basis_()
		TYPE_TRANSFORM3D: return Transform3D(basis_(), three())
		TYPE_PROJECTION: return Projection(four(), four(), four(), four())
		TYPE_COLOR: return color()
		TYPE_STRING_NAME: return StringName(text())
		TYPE_NODE_PATH: return NodePath(text())
		TYPE_RID: return rid_from_int64(integer())
		TYPE_OBJECT: return object(full)
		TYPE_CALLABLE: return Callable()
		TYPE_SIGNAL: return any([Signal(), Signal(self, "ready"), Signal(self, text())])
		TYPE_DICTIONARY: return dictionary(depth - 1, full)
		TYPE_ARRAY: return array(depth - 1, full)
		TYPE_PACKED_BYTE_ARRAY: return PackedByteArray(several(random.randi))
		TYPE_PACKED_INT32_ARRAY: return PackedInt32Array(several(int32))
		TYPE_PACKED_INT64_ARRAY: return PackedInt64Array(several(integer))
		TYPE_PACKED_FLOAT32_ARRAY: return PackedFloat32Array(several(single))
		TYPE_PACKED_FLOAT64_ARRAY: return PackedFloat64Array(several(double))
		TYPE_PACKED_STRING_ARRAY: return PackedStringArray(several(text))
		TYPE_PACKED_VECTOR2_ARRAY: return PackedVector2Array(several(two))
		TYPE_PACKED_VECTOR3_ARRAY: return PackedVector3Array(several(three))
		TYPE_PACKED_VECTOR4_ARRAY: return PackedVector4Array(several(four))
		TYPE_PACKED_COLOR_ARRAY: return PackedColorArray(several(color))
	return null

func object(full: bool) -> Object:
	if not full:
		return any([null, EncodedObjectAsID.new(), RefCounted.new()])
	var r := Resource.new()
	r.resource_name = text()
	return any([null, RefCounted.new(), r, timer()])

func timer() -> Timer:
	var t := Timer.new()
	t.wait_time = 0.25 * (1 + random.randi() % 8)
	made.append(t)
	return t

# The arguments that make a typed container: a type, the name of a class, a script.
func element(full: bool) -> Array:
	match random.randi() % 6:
		0: return [random.randi_range(1, TYPE_MAX - 1), &"", null]
		1 when full: return [TYPE_OBJECT, &"Timer", null]
		2 when full: return [TYPE_OBJECT, &"Node", script_here]
		3: return [any([TYPE_INT, TYPE_STRING, TYPE_VECTOR2, TYPE_ARRAY, TYPE_FLOAT, TYPE_OBJECT]), &"", null]
	return [TYPE_NIL, &"", null]

func item(type: Array, depth: int, full: bool):
	if type[0] == TYPE_NIL:
		return value(depth, full) if depth > 0 else of(random.randi() % TYPE_OBJECT, 0, full)
	if type[1] == &"Timer":
		return timer() if yes() else null
	if type[0] == TYPE_OBJECT:
		return null if type[2] != null else object(full)
	return of(type[0], depth, full)

func count(depth: int) -> int:
	return random.randi() % 5 if depth >= 0 else 0

func array(depth: int, full: bool) -> Array:
	var type := element(full)
	var all := Array([], type[0], type[1], type[2])
	for i in range(count(depth)):
		all.append(item(type, depth, full))
	return all

func dictionary(depth: int, full: bool) -> Dictionary:
	var key := element(full)
	var val := element(full)
	var all := Dictionary({}, key[0], key[1], key[2], val[0], val[1], val[2])
	for i in range(count(depth)):
		all[item(key, depth, full)] = item(val, depth, full)
	return all

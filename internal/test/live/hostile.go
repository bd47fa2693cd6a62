package live

import (
	"flag"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

const usualHostile = 2000

var hostile = flag.Int("hostile", usualHostile, "how many hostile texts a live engine reads")

// HostileCount returns the number of hostile texts that an engine reads in this run.
func HostileCount() int { return *hostile }

// Hostile has names and texts that readers may misread, or that may end the text around them.
var Hostile = []string{
	"x\\]\ny=1\n[y", "x=1\ny", "x\\", "x\\\"", `"x"`, `\"=1` + "\n", "x ; y", "; x", "a\r\nb",
	"x\x00y", "\xff",
	"\n[a]\n", "[x]", "=x", "x'", "é", "中", "\u0085", "\u2028", "\u202e", "\uFEFFx",
	"x\uFEFF", "\x01\x1f\x7f", "\a\v", "\u00a0", "😀", "#fff", "&x", "^x", "$x", "@x", "null",
	"inf", "nan", "true", " x ", "x:y", "x/y", "{", "}", "(", ")", "",
}

// A Texter writes hostile texts at random. They are values as constructor text, with odd names,
// numbers, strings and spaces. Some of the texts are damaged.
type Texter struct {
	*rand.Rand
	b strings.Builder
}

// NewTexter returns a Texter. With the default values of the flags, the Texter writes the same
// texts in each run. With another number of texts or with a seed, it writes other texts. On these
// texts the library and the engine may differ in a way that is not known yet, and then the test
// fails.
func NewTexter(t testing.TB) *Texter {
	if *hostile == usualHostile && *seed == 0 {
		return &Texter{Rand: rand.New(rand.NewPCG(1, 1))}
	}

	_, r := Random(t)
	return &Texter{Rand: r}
}

// Value returns the constructor text of a random value. The text may be damaged.
func (w *Texter) Value() string {
	w.b.Reset()
	w.value(w.IntN(4))
	return w.damaged(w.b.String())
}

// Config returns the text of a ConfigFile with odd names, comments and spaces. Its values are not
// odd.
func (w *Texter) Config() string {
	w.b.Reset()
	w.add(w.seldom("", "\uFEFF", "\x01", "\u00a0"))

	for range w.IntN(6) {
		switch w.IntN(8) {
		case 0, 1:
			w.add("[", w.name(), "]")
		case 2:
			w.add(w.space())
		default:
			w.key()
			w.space1()
			w.add("=")
			w.space1()
			w.add(w.pick("1", "-2", "true", "null", "0.5", "[]", "[1, {}]", "{\"a\": 1}",
				"Vector2(1, 2)", quoted(w.name())))
		}

		w.add(w.seldom("\n", "\n\n", "\r\n", "\r", " ", ""))
	}

	return w.damaged(w.b.String())
}

// key writes the name of a value, in quotes or not.
func (w *Texter) key() {
	name := w.name()
	if w.IntN(3) == 0 {
		name = quoted(name)
	}
	w.add(name)
}

func (w *Texter) name() string {
	if w.IntN(4) == 0 {
		return w.pick(Hostile...)
	}
	return w.pick("a", "b", "a/b", "name", "k1", "_", "a b", "é")
}

// quoted returns a name as a string in quotes.
func quoted(name string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name) + `"`
}

// damaged changes s at one or two places in one of five calls. In all other calls it returns s
// unchanged.
func (w *Texter) damaged(s string) string {
	if w.IntN(5) > 0 {
		return s
	}

	runes := []rune(s)
	for range 1 + w.IntN(2) {
		at := w.IntN(len(runes) + 1)
		end := min(at+w.IntN(3), len(runes))
		var odd []rune
		if w.IntN(2) == 0 {
			odd = []rune(w.oddText())
		}
		runes = append(append(append([]rune(nil), runes[:at]...), odd...), runes[end:]...)
	}
	return string(runes)
}

// Odd returns a string of a few parts. Most of these parts have a meaning for a reader.
func (w *Texter) Odd() string {
	var b strings.Builder
	for range w.IntN(6) {
		if w.IntN(4) == 0 {
			b.WriteString(w.pick(Hostile...))
		} else {
			b.WriteString(w.oddText())
		}
	}
	return b.String()
}

// oddText returns one or a few characters that have a meaning for a reader.
func (w *Texter) oddText() string {
	return w.pick("\"", "\\", "\n", ";", ",", "(", ")", "[", "]", "{", "}", ":", "=", "-", ".", "e",
		"0", "1", "#", "&", "^", "'", "\x01", "\x1f", "\x7f", "\uFEFF", "\u00a0", "\u2028", "x",
		"\r", "\t", "\v", "_", "+", "\\u0041", "\\U00004E", "/", "@", "é")
}

func (w *Texter) add(parts ...string) {
	for _, s := range parts {
		w.b.WriteString(s)
	}
}

func (w *Texter) pick(all ...string) string { return all[w.IntN(len(all))] }

// seldom returns the usual text. But in one of 20 calls it returns one of the odd texts.
func (w *Texter) seldom(usual string, odd ...string) string {
	if w.IntN(20) == 0 {
		return w.pick(odd...)
	}
	return usual
}

// space1 writes the space between two tokens. In most calls this space is empty.
func (w *Texter) space1() { w.add(w.space()) }

func (w *Texter) space() string {
	switch w.IntN(60) {
	case 0, 1, 2, 3, 4, 5, 6, 7:
		return " "
	case 8, 9:
		return w.pick("\t", "\n", "\r\n", "\r", "\v", "\f", "\x01", "\x1f", " \t ")
	case 10, 11:
		return w.pick("; a comment\n", ";\n", "; \"x\"\n", ";]\n", "; a\r\n", ";a\r")
	case 12:
		return w.seldom(" ", "\u00a0", "\uFEFF", "\u2028", "\u0085", "\x7f", "# x\n", "// x\n",
			"/*x*/")
	}
	return ""
}

// value writes a value. If depth is not 0, the value may be a container with up to depth levels
// inside.
func (w *Texter) value(depth int) {
	w.space1()
	kinds := 9
	if depth > 0 {
		kinds = 14
	}

	switch w.IntN(kinds) {
	case 0:
		w.add(w.seldom(w.pick("null", "true", "false", "nil", "inf", "-inf", "inf_neg", "nan"),
			"Null", "True", "-nan", "NaN", "INF", "PI", "x", "_"))
	case 1, 2:
		w.number()
	case 3, 4:
		w.text()
	case 5:
		w.add(w.seldom("&", "^", "@", "$", "& "))
		w.text()
	case 6:
		w.add("#", w.seldom(w.pick("fff", "ffff", "a0B1c2", "a0b1c2d3"), "", "f", "ffffffff0",
			"xyz", "12345"), w.space())
	case 7:
		w.constructor()
	case 8:
		w.container(0)
	default:
		w.container(depth)
	}

	w.space1()
}

func (w *Texter) number() {
	w.add(w.seldom(w.pick("", "-"), "+", "--"))
	usual := w.pick("0", "1", "007", "9223372036854775807", "2147483648", "5.", "1.5", "0.1", "1e3",
		"1e+3", "1e-3", "1.e3", "1e400", "123456.75", strconv.Itoa(w.Int()>>w.IntN(63)))
	w.add(w.seldom(usual, "9223372036854775808", "18446744073709551616", "0x10", "1_000", ".5",
		"1E3", "1e", "1.5.5"))
}

// text writes a string in quotes.
func (w *Texter) text() {
	w.add(`"`)
	for range w.IntN(4) {
		w.add(w.pick("a", "text", "é", "中", "😀", `\n`, `\t`, `\r`, `\b`, `\f`, `\a`, `\v`, `\\`,
			`\"`, `\'`, `\/`, `\0`, `\x41`, `\u0041`, `\u00e9`, `\u4e2d`, `\uD83D\uDE00`, `\uD83D`,
			`\uDE00`, `\U01F600`, `\U000041`, `\U41`, `\u41`, `\uFEFF`, `\u0000`, `\u0001`, `\q`,
			"\\\n", "\n", "\r\n", "\t", "\x01", "\x1f", "\x7f", "\uFEFF", "'", ";", "; x\n",
			"\u2028", "]", "=", "#", "a/b:c", `\u202e`, `\uFFFF`, `\uFFFE`, "\uFFFF", `\UFFFFFF`,
			`\U10FFFF`, `\U110000`))
	}
	w.add(`"`)
}

// constructors are the names of types, old and new, with the number of their arguments.
var constructors = []struct {
	name string
	args int
}{
	{"Vector2", 2}, {"Vector2i", 2}, {"Vector3", 3}, {"Vector3i", 3}, {"Vector4", 4},
	{"Vector4i", 4}, {"Rect2", 4}, {"Rect2i", 4}, {"Plane", 4}, {"Quat", 4}, {"Quaternion", 4},
	{"AABB", 6},
	{"Rect3", 6},
	{"Basis", 9}, {"Matrix3", 9}, {"Transform", 12}, {"Transform3D", 12}, {"Transform2D", 6},
	{"Matrix32", 6}, {"Projection", 16}, {"Color", 4}, {"RID", 0}, {"RID", 1}, {"Signal", 0},
	{"Callable", 0}, {"PackedByteArray", 3}, {"PoolByteArray", 3}, {"ByteArray", 3},
	{"PackedInt32Array", 3},
	{"PoolIntArray", 2}, {"IntArray", 2}, {"PackedInt64Array", 2}, {"PackedFloat32Array", 2},
	{"PoolRealArray", 2}, {"FloatArray", 2}, {"PackedFloat64Array", 2}, {"PackedVector2Array", 4},
	{"PoolVector2Array", 4}, {"PackedVector3Array", 6}, {"PoolVector3Array", 6},
	{"PackedVector4Array", 8},
	{"PackedColorArray", 4}, {"PoolColorArray", 4}, {"Vector5", 5}, {"vector2", 2}, {"Image", 2},
}

func (w *Texter) constructor() {
	switch w.IntN(6) {
	case 0:
		w.add(w.pick("NodePath", "NodePath", "Signal", "StringName", "String"))
		w.open()
		w.text()
		w.close()
		return

	case 1:
		w.add(w.pick("PackedStringArray", "PoolStringArray", "StringArray", "PackedByteArray"))
		w.open()
		for range w.IntN(4) {
			w.text()
			w.comma()
		}
		w.close()
		return
	}

	c := constructors[w.IntN(len(constructors))]
	w.add(c.name)
	w.open()

	n := c.args
	if w.IntN(12) == 0 {
		n = w.IntN(8)
	}

	for i := range n {
		if i > 0 {
			w.comma()
		}
		w.component()
	}
	w.close()
}

func (w *Texter) component() {
	if w.IntN(20) == 0 {
		w.value(0)
		return
	}
	w.add(w.pick("0", "1", "-1", "2.5", "0.1", "255", "256", "-129", "1e3", "inf", "-inf", "nan",
		"inf_neg",
		"4294967296", "-0.0", "1.9"))
}

func (w *Texter) open() {
	w.space1()
	w.add("(")
	w.space1()
}

func (w *Texter) close() {
	w.space1()
	w.add(w.seldom(")", ",)", ""))
}

func (w *Texter) comma() {
	w.space1()
	w.add(w.seldom(",", ",,", ""))
	w.space1()
}

// types are names that a text may have as the element type of a container. Some are not names of
// types.
var types = []string{"int", "float", "bool", "String", "StringName", "NodePath", "Vector2", "Array",
	"Dictionary", "Variant", "Object", "Node", "RefCounted", "Nope", "null", "Nil", "Color",
	"RID", "Callable",
	"PackedByteArray", "Resource", "é", "5", ""}

func (w *Texter) container(depth int) {
	switch w.IntN(8) {
	case 0:
		w.add("Array[")
		w.space1()
		w.add(w.pick(types...))
		w.space1()
		w.add("]")
		w.open()
		w.array(depth)
		w.close()

	case 1:
		w.add("Dictionary[")
		w.add(w.pick(types...))
		w.comma()
		w.add(w.pick(types...))
		w.add("]")
		w.open()
		w.dictionary(depth)
		w.close()

	case 2, 3, 4:
		w.dictionary(depth)
	default:
		w.array(depth)
	}
}

func (w *Texter) array(depth int) {
	w.add("[")
	for range w.IntN(4) {
		w.value(depth - 1)
		w.comma()
	}
	w.add("]")
}

func (w *Texter) dictionary(depth int) {
	w.add("{")
	for range w.IntN(4) {
		w.value(depth - 1)
		w.add(w.seldom(":", "=", ""))
		w.value(depth - 1)
		w.comma()
	}
	w.add("}")
}

package document

import (
	"math/big"
	"strings"

	"godotvariant/math"
	"godotvariant/variant"
)

// constructorText replaces literals of GDScript with constructor text: 'text' with "text", 0x10
// with 16, Vector2.ZERO with Vector2(0, 0). Anything else stays.
func constructorText(s string) string {
	var b strings.Builder
	inWord := false // whether the previous byte belongs to a word

	for s != "" {
		n := literalLength(s, inWord)
		if n > 0 {
			b.WriteString(literalText(s[:n]))
		} else {
			n = 1
			b.WriteByte(s[0])
		}

		inWord = isWordByte(s[n-1])
		s = s[n:]
	}

	return b.String()
}

// literalLength returns the length of the text, number, color or constant at the start of s, or 0.
func literalLength(s string, inWord bool) int {
	if n := textLength(s); n > 0 {
		return n
	}

	if !inWord {
		n := 0
		switch {
		case isDigit(s[0]):
			n = numberLength(s)
		case strings.HasPrefix(s, "Color("):
			n = colorLength(s)
		default:
			n = constantLength(s)
		}

		if n > 0 {
			return n
		}
	}

	if name := strings.TrimPrefix(s, "-"); name != s || !inWord {
		for _, constant := range []string{"INF", "NAN", "PI", "TAU"} {
			if wordLength(name) == len(constant) && strings.HasPrefix(name, constant) {
				return len(s) - len(name) + len(constant)
			}
		}
	}

	return 0
}

// textLength returns the length of the quoted text at the start of s, or 0. A StringName or
// NodePath has a sign before the quote.
func textLength(s string) int {
	start := 0
	if s[0] == '&' || s[0] == '^' {
		start = 1
	}

	if start == len(s) || s[start] != '"' && s[start] != '\'' {
		return 0
	}

	for i := start + 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case s[start]:
			return i + 1
		}
	}

	return 0
}

// numberLength returns the length of the number at the start of s if it has 0x, 0b or underscores,
// otherwise 0.
func numberLength(s string) int {
	n := wordLength(s)
	digits := s[:n]

	switch prefix := strings.ToLower(digits[:min(2, n)]); {
	case prefix == "0x" && n > 2 && strings.Trim(digits[2:], "0123456789abcdefABCDEF_") == "":
		return n
	case prefix == "0b" && n > 2 && strings.Trim(digits[2:], "01_") == "":
		return n
	}

	end := len(digits) - len(strings.TrimLeft(digits, "0123456789_"))
	if strings.Contains(digits[:end], "_") {
		return end
	}

	return 0
}

// colorLength returns the length of the color at the start of s, or 0. Only colors with a name or
// three components count.
func colorLength(s string) int {
	inner, _, ok := strings.Cut(s[len("Color("):], ")")
	length := len("Color(") + len(inner) + len(")")
	inner = strings.TrimSpace(inner)

	if !ok || inner == "" || strings.Contains(inner, "(") {
		return 0
	}

	if last := len(inner) - 1; strings.ContainsAny(inner, `"'`) {
		quoted := last > 0 && strings.ContainsAny(inner[:1], `"'`) &&
			strings.ContainsAny(inner[last:], `"'`)
		if quoted && !strings.ContainsAny(inner[1:last], `"'`) {
			return length
		}
		return 0
	}

	components := strings.Split(inner, ",")
	if len(components) == 3 && components[0] != "" && components[1] != "" && components[2] != "" {
		return length
	}

	return 0
}

// constantLength returns the length of the constant at the start of s, such as Vector2.ZERO, or 0.
func constantLength(s string) int {
	n := wordLength(s)
	if n == 0 || !isUpper(s[0]) || n+1 >= len(s) || s[n] != '.' || !isUpper(s[n+1]) {
		return 0
	}
	return n + 1 + wordLength(s[n+1:])
}

// wordLength returns the number of letters, digits and underscores at the start of s.
func wordLength(s string) int {
	for i := range len(s) {
		if !isWordByte(s[i]) {
			return i
		}
	}
	return len(s)
}

func isWordByte(c byte) bool {
	return c == '_' || isDigit(c) || isUpper(c) || 'a' <= c && c <= 'z'
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }

func literalText(s string) string {
	switch {
	case s[0] == '"', strings.HasPrefix(s, `&"`):
		return s
	case s[0] == '^':
		return "NodePath(" + doubleQuoted(s[1:]) + ")"
	case s[0] == '&':
		return "&" + doubleQuoted(s[1:])
	case s[0] == '\'':
		return doubleQuoted(s)
	case strings.HasPrefix(s, "Color("):
		return colorText(s)
	case constants[s] != nil:
		return variant.Text(constants[s])
	}

	if name, ok := strings.CutPrefix(s, "Color."); ok {
		if c, ok := math.ColorByName(name); ok {
			return variant.Text(c)
		}
	}

	if i, ok := new(big.Int).SetString(s, 0); ok {
		return i.String()
	}

	return s
}

// doubleQuoted returns a text literal with double quotes.
func doubleQuoted(s string) string {
	if s[0] == '"' {
		return s
	}

	inner := strings.ReplaceAll(s[1:len(s)-1], `\'`, `'`)
	return `"` + strings.ReplaceAll(inner, `"`, `\"`) + `"`
}

// colorText returns a color as a constructor with all components.
func colorText(s string) string {
	inner := strings.TrimSpace(s[len("Color(") : len(s)-1])
	if inner[0] != '"' && inner[0] != '\'' {
		return "Color(" + inner + ", 1)"
	}

	name := inner[1 : len(inner)-1]
	if c, ok := math.ColorByName(name); ok {
		return variant.Text(c)
	}

	if c, ok := math.ColorFromHTML(name); ok {
		return variant.Text(c)
	}

	return s
}

// constants has the constants of GDScript and of its types, without those of Color.
var constants = map[string]variant.Variant{
	"INF": variant.Float(math.Inf), "-INF": variant.Float(-math.Inf),
	"NAN": variant.Float(math.Inf - math.Inf), "-NAN": variant.Float(math.Inf - math.Inf),
	"PI": variant.Float(math.Pi), "-PI": variant.Float(-math.Pi),
	"TAU": variant.Float(2 * math.Pi), "-TAU": variant.Float(-2 * math.Pi),

	"Vector2.ZERO": math.Vector2Zero, "Vector2.ONE": math.Vector2One,
	"Vector2.INF": math.Vector2Inf, "Vector2.LEFT": math.Vector2Left,
	"Vector2.RIGHT": math.Vector2Right, "Vector2.UP": math.Vector2Up,
	"Vector2.DOWN": math.Vector2Down,

	"Vector2i.ZERO": math.Vector2iZero, "Vector2i.ONE": math.Vector2iOne,
	"Vector2i.MIN": math.Vector2iMin, "Vector2i.MAX": math.Vector2iMax,
	"Vector2i.LEFT": math.Vector2iLeft, "Vector2i.RIGHT": math.Vector2iRight,
	"Vector2i.UP": math.Vector2iUp, "Vector2i.DOWN": math.Vector2iDown,

	"Vector3.ZERO": math.Vector3Zero, "Vector3.ONE": math.Vector3One,
	"Vector3.INF": math.Vector3Inf, "Vector3.LEFT": math.Vector3Left,
	"Vector3.RIGHT": math.Vector3Right, "Vector3.UP": math.Vector3Up,
	"Vector3.DOWN": math.Vector3Down, "Vector3.FORWARD": math.Vector3Forward,
	"Vector3.BACK": math.Vector3Back,

	"Vector3i.ZERO": math.Vector3iZero, "Vector3i.ONE": math.Vector3iOne,
	"Vector3i.MIN": math.Vector3iMin, "Vector3i.MAX": math.Vector3iMax,
	"Vector3i.LEFT": math.Vector3iLeft, "Vector3i.RIGHT": math.Vector3iRight,
	"Vector3i.UP": math.Vector3iUp, "Vector3i.DOWN": math.Vector3iDown,
	"Vector3i.FORWARD": math.Vector3iForward, "Vector3i.BACK": math.Vector3iBack,

	"Vector4.ZERO": math.Vector4Zero, "Vector4.ONE": math.Vector4One,
	"Vector4.INF": math.Vector4Inf,

	"Vector4i.ZERO": math.Vector4iZero, "Vector4i.ONE": math.Vector4iOne,
	"Vector4i.MIN": math.Vector4iMin, "Vector4i.MAX": math.Vector4iMax,

	"Quaternion.IDENTITY": math.QuaternionIdentity,
	"Quat.IDENTITY":       math.QuaternionIdentity,
}

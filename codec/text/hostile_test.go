package text_test

import (
	"errors"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/text"
	"godotvariant/internal/test/live"
	"godotvariant/packed"
	"godotvariant/variant"
)

// A hostileText is an unusual text, with the results of an engine and of Parse.
type hostileText struct {
	text   string // the text for the engine, or the changed text for Parse
	three  bool   // the engine is Godot 3
	engine variant.Variant
	parsed variant.Variant // nil after an error
	err    *variant.Error  // the error of Parse
}

// A difference is a kind of text that an engine and Parse read differently.
type difference struct {
	name string
	// reason matches the error of Parse. It is nil for texts that Parse reads.
	reason *regexp.Regexp
	// mend changes h.text to a text that Parse reads as the engine reads h.text. It returns false
	// if h.text is not a text of this kind. It returns "" and true if the value of the engine is
	// not compared with the value of Parse.
	mend func(h hostileText) (string, bool)
}

// refusals are kinds of texts that Parse reads and an engine refuses.
var refusals = []struct {
	name    string
	three   bool // only Godot 3
	pattern *regexp.Regexp
}{
	{"a color in front of nothing", false, regexp.MustCompile(`#[0-9a-fA-F]{3,8}$`)},
	{"a comma after the last argument", false,
		regexp.MustCompile(`,(?:;[^\n]*\n|[\x00-\x20])*\)`)},
	{"an Array or Dictionary in brackets without a type", false,
		regexp.MustCompile(`(Array|Dictionary)` + space + `\(`)},
	{"an exponent with E", true, regexp.MustCompile(`[0-9.]E`)},
	{"nan with a sign", false, regexp.MustCompile(`-nan`)},
	{"words of Godot 4", true, regexp.MustCompile(`inf_neg|nil|[&@]"|-inf|-nan`)},
	{"a component that is no number", true, regexp.MustCompile(`\((?s:.)*(inf|nan)`)},
	{"an RID without its number", true, regexp.MustCompile(`RID`)},
	{"types of Godot 4", true, regexp.MustCompile(`Packed|Quaternion|Transform3D|Projection|` +
		`Vector[234]i|Vector4|Rect2i|Signal|Callable|(Array|Dictionary)[\x00-\x20]*[[(;]`)},
}

// differences has the known differences, in the order in which explain tries them.
var differences = []difference{
	{"engines stop at the end of the value", because(`expected the end|the bits of a NaN`),
		cutAtError},
	{"Godot 3 knows no E", because(`expected an exponent`),
		ofGodot3(before(`E([+-]?`+space+`)`, " $1"))},
	{"an exponent without digits moves the point", because(`expected an exponent`),
		ofGodot3(with(`[0-9.]e`))},
	{"an exponent without digits moves the point", because(`expected an exponent`),
		with(`\.[0-9]+[eE]|[0-9]{17}[eE]`)},
	{"an exponent without digits is none", because(`expected an exponent`),
		before(`[eE][+-]?(`+space+`)`, "e0$1")},
	{"engines stop at the end of the value", because(`not a colour`),
		at("(#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3,4}))([g-zG-Z_])", "$1 $2")},
	{"a color of another length is black", because(`not a colour`),
		at("#[0-9a-fA-F]*", "Color(0,0,0,1)")},
	{"\\U of Godot 3 is the letter", because(`an escape`), ofGodot3(at(`\\U`, "U"))},
	{"Godot 3 keeps the half of a surrogate pair", because(`an escape that is not a character`),
		ofGodot3(at(`\\u[dD][89a-fA-F][0-9a-fA-F]{2}`, "?"))},
	{"an escape beyond Unicode is U+FFFD", because(`an escape that is not a character`),
		ofGodot4(at(`\\U[0-9a-fA-F]{6}`, "\uFFFD"))},
	{"a number may begin with a point", because(`expected a number, found '\.'`), at(`\.`, "0.")},
	{"a minus without digits is 0", because(`expected a number`), at("-e", "-0e")},
	{"a minus without digits is 0", because(`expected a number`), minusIsZero},
	{"an RID of Godot 3 is its number", because(`expected|not an integer`),
		ofGodot3(with("RID"))},
	{"engines return the path or RID before the missing bracket", because(`expected ',' or '\)'`),
		before(`((?:NodePath|RID)(?s:.)*)`, "$1\n)")},
	{"engines return the path or RID before the missing bracket", because(`expected one path`),
		before(`(NodePath(?s:.)*),`+space, "$1)")},
	{"numbers lose what their type does not hold", because(`not a byte|not an integer`), unlike},
	{"a typed container with another item is empty", because(`wrong type of element`), unlike},
	{"bytes that are not base64 are none", because(`expected base64`), unlike},
	{"a type that is no name is no type", because(`expected a type`), unlike},
	{"a container of Nil is untyped", because(`no container is of type Nil`), unlike},
	{"more arguments of Signal, Callable and RID are dropped", because(`expected`),
		with("Signal|Callable|RID")},
	{"engines drop the rest of an array of vectors", because(`expected numbers in groups of`),
		unlike},

	{"\\U of Godot 3 is the letter", nil,
		ofGodot3(everywhere(`((?:^|[^\\])(?:\\\\)*)\\U`, "${1}U"))},
	{"colors of Godot 3 begin with alpha", nil,
		ofGodot3(everywhere("#([0-9a-fA-F]{2})([0-9a-fA-F]{6})", "#$2$1"))},
	{"colors of Godot 3 begin with alpha", nil,
		ofGodot3(everywhere(`#([0-9a-fA-F])([0-9a-fA-F]{3})\b`, "#$2$1"))},
	{"an RID of Godot 3 is its number", nil, ofGodot3(with("RID"))},
	{"a huge exponent is no number", nil, with("[eE][+-]?[0-9]{3}")},
	{"a node path of Godot 3 has no NUL", nil, ofGodot3(with(`NodePath(?s:.)*\\u0000`))},
	{"a minus without digits is 0", nil, ofGodot3(everywhere("-(inf|nan)", "0 $1"))},
	{"Godot 3 knows no E", nil, ofGodot3(everywhere("([0-9.])E", "$1 E"))},
	{"the character NUL is U+FFFD", nil, ofGodot4(everywhere(`\\u0000`, "\uFFFD"))},
	{"an integer beyond 64 bits is the greatest one", nil,
		everywhere(`\b[0-9]{20,}\b`, "9223372036854775807")},
	{"2^63 is the least integer", nil, everywhere("9223372036854775808", "-9223372036854775808")},
}

// because compiles the pattern of an error.
func because(pattern string) *regexp.Regexp { return regexp.MustCompile(pattern) }

// space matches the space and comments between two tokens.
const space = `(?:;[^\n]*(?:\n|$)|[\x00-\x20])*`

func cutAtError(h hostileText) (string, bool) { return h.text[:h.err.Offset], true }

// before returns a function for difference.mend. The function replaces the match of a pattern
// directly in front of the error.
func before(pattern, by string) func(hostileText) (string, bool) {
	p := regexp.MustCompile("(?:" + pattern + ")$")
	return func(h hostileText) (string, bool) {
		start := h.text[:h.err.Offset]
		return p.ReplaceAllString(start, by) + h.text[h.err.Offset:], p.MatchString(start)
	}
}

// at returns a function for difference.mend. The function replaces the match of a pattern at the
// offset of the error.
func at(pattern, by string) func(hostileText) (string, bool) {
	p := regexp.MustCompile("^(?:" + pattern + ")")
	return func(h hostileText) (string, bool) {
		rest := h.text[h.err.Offset:]
		return h.text[:h.err.Offset] + p.ReplaceAllString(rest, by), p.MatchString(rest)
	}
}

// everywhere returns a function for difference.mend. The function replaces all matches of a
// pattern.
func everywhere(pattern, by string) func(hostileText) (string, bool) {
	p := regexp.MustCompile(pattern)
	return func(h hostileText) (string, bool) {
		return p.ReplaceAllString(h.text, by), p.MatchString(h.text)
	}
}

func ofGodot3(mend func(hostileText) (string, bool)) func(hostileText) (string, bool) {
	return func(h hostileText) (string, bool) {
		if !h.three {
			return "", false
		}
		return mend(h)
	}
}

func ofGodot4(mend func(hostileText) (string, bool)) func(hostileText) (string, bool) {
	return func(h hostileText) (string, bool) {
		if h.three {
			return "", false
		}
		return mend(h)
	}
}

// unlike is a function for difference.mend. It says that the value of the engine and the value of
// Parse are not compared, whatever the text is.
func unlike(hostileText) (string, bool) { return "", true }

// with returns a function for difference.mend. If the text matches a pattern, the result of the
// function says that the values are not compared.
func with(pattern string) func(hostileText) (string, bool) {
	p := regexp.MustCompile(pattern)
	return func(h hostileText) (string, bool) { return "", p.MatchString(h.text) }
}

var minus = regexp.MustCompile(`-(` + space + `)-?$`)

func minusIsZero(h hostileText) (string, bool) {
	end := h.err.Offset
	if end < len(h.text) && h.text[end] == '-' {
		end++
	}
	found := minus.FindStringIndex(h.text[:end])
	if found == nil {
		return "", false
	}
	return h.text[:found[0]] + "0 " + h.text[found[0]+1:], true
}

// parse reads the text.
func (h *hostileText) parse() {
	h.parsed = nil
	h.err = nil
	v, err := text.Parse(h.text, single)
	if err == nil {
		h.parsed = v
	} else {
		errors.As(err, &h.err)
	}
}

func (h *hostileText) same() bool {
	return h.parsed != nil && sameButDigits(h.engine, untyped(h.parsed))
}

// explain returns the names of the known differences between the engine and Parse. It returns false
// if a difference is not known.
func (h *hostileText) explain() (names []string, ok bool) {
	used := map[int]bool{} // indexes of differences that were already found
	for range 30 {
		if h.parse(); h.same() {
			return names, true
		}

		mended := false
		for i, d := range differences {
			if used[i] || (d.reason == nil) != (h.err == nil) ||
				h.err != nil && !d.reason.MatchString(h.err.Err.Error()) {
				continue
			}

			s, ok := d.mend(*h)
			if !ok || s == h.text {
				continue
			}

			names = append(names, d.name)
			if s == "" {
				return names, true
			}

			h.text = s
			mended = true
			used[i] = d.reason == nil
			break
		}

		if !mended {
			return names, false
		}
	}

	return names, false
}

// untyped returns v without the element types whose classes engines don't know. An engine reads a
// container with such an element type as an untyped container.
func untyped(v variant.Variant) variant.Variant {
	known := func(e *variant.ElementType) *variant.ElementType {
		if e == nil || e.Class == "" || e.Class == "Node" || e.Class == "RefCounted" ||
			e.Class == "Resource" || e.Class == "Object" {
			return e
		}
		return nil
	}

	switch v := v.(type) {
	case variant.Array:
		items := make([]variant.Variant, len(v.Items))
		for i, item := range v.Items {
			items[i] = untyped(item)
		}
		return variant.Array{Items: items, Elem: known(v.Elem)}

	case variant.Dictionary:
		pairs := make([]variant.Pair, len(v.Pairs))
		for i, pair := range v.Pairs {
			pairs[i] = variant.Pair{Key: untyped(pair.Key), Value: untyped(pair.Value)}
		}
		return variant.Dictionary{Pairs: pairs, Key: known(v.Key), Value: known(v.Value)}
	}

	return v
}

// TestEnginesReadHostileTexts makes engines read texts with unusual names, strings, numbers,
// escapes and spaces. Parse must read the same value, or both must refuse the text, or the
// difference must be a known difference, which has a name.
func TestEnginesReadHostileTexts(t *testing.T) {
	live.Each(t, func(t *testing.T, e live.Engine) {
		w := live.NewTexter(t)

		var questions []live.Question
		for len(questions) < live.HostileCount() {
			if s := w.Value(); s != "" {
				questions = append(questions,
					live.Question{Value: variant.Nil{}, Full: true, Text: s})
			}
		}

		counts := map[string]int{}
		for _, a := range e.Ask(t, questions) {
			for _, name := range compare(t, e, a) {
				counts[name]++
			}
		}

		logCounts(t, counts)
		require.Greater(t, counts[bothRead], len(questions)/4)
		require.Greater(t, counts[bothRefuse], len(questions)/20)
	})
}

const (
	bothRead   = "both read the same"
	bothRefuse = "both refuse"
)

// compare returns the names of the differences between the results of an engine and of Parse for a
// text. The test fails if a difference is not known.
func compare(t *testing.T, e live.Engine, a live.Answer) []string {
	h := hostileText{text: a.Question.Text, three: e.Dialect == codec.Godot3}
	var err error
	h.engine, err = e.Codec(true).Decode(a.FromText)
	if err != nil {
		require.ErrorIs(t, err, variant.ErrUTF8, a.Question.Text)
		require.Regexp(t, `\\u[dD][89a-fA-F]`, h.text)
		return []string{"Godot 3 keeps the half of a surrogate pair"}
	}

	h.parse()
	refused := h.refused()
	switch {
	case refused && h.parsed == nil:
		return []string{bothRefuse}
	case h.same():
		return []string{bothRead}

	case refused:
		for _, r := range refusals {
			if (h.three || !r.three) && r.pattern.MatchString(h.text) {
				return []string{"Parse reads: " + r.name}
			}
		}

	default:
		names, ok := h.explain()
		if ok {
			return names
		}
	}

	t.Errorf("%v: %q\nthe engine reads %#v\nParse reads      %#v, %v (mended: %q)", e,
		a.Question.Text, h.engine, h.parsed, h.err, h.text)
	return nil
}

// refused reports whether the engine refuses the text: then Godot 4 returns null, and Godot 3
// returns the text itself.
func (h *hostileText) refused() bool {
	if h.three {
		return variant.Equal(h.engine, variant.String(h.text))
	}
	_, null := h.parsed.(variant.Nil)
	return h.engine.Type() == variant.TypeNil && !null
}

// logCounts logs how often each name came.
func logCounts(t *testing.T, counts map[string]int) {
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		t.Logf("%6d %s", counts[name], name)
	}
}

// TestEnginesReadHostileStrings makes engines read the texts of values with unusual strings, names
// and keys. An engine must read the same value as Parse. From a lossless text both must read the
// value that was passed to Format.
func TestEnginesReadHostileStrings(t *testing.T) {
	live.Each(t, func(t *testing.T, e live.Engine) {
		w := live.NewTexter(t)
		c := codecs[e.Dialect]

		var questions []live.Question

		for len(questions) < live.HostileCount() {
			v := oddValue(w, c, 2)
			if _, err := e.Codec(false).Encode(v); err != nil {
				continue // a packet to the engine can't have this text
			}

			form := text.VarToStr
			if isLossless(len(questions)) {
				form = text.Lossless
			}

			s, err := form.Format(v, c)
			require.NoError(t, err, "%#v", v)
			questions = append(questions, live.Question{Value: v, Text: s})
		}

		for i, a := range e.Ask(t, questions) {
			read, err := e.Codec(false).Decode(a.FromText)
			require.NoError(t, err)
			back, err := text.Parse(a.Question.Text, double)
			require.NoError(t, err, a.Question.Text)

			require.True(t, variant.Equal(read, back),
				"%q\nthe engine reads %#v\nParse reads      %#v", a.Question.Text, read, back)
			if isLossless(i) {
				require.True(t, variant.Equal(read, a.Question.Value), "%q", a.Question.Text)
			}
		}
	})
}

// isLossless reports whether text i of TestEnginesReadHostileStrings is in the lossless form.
func isLossless(i int) bool { return i%2 == 1 }

// odd returns an unusual string. It has no NUL, because engines do not read a NUL from a text.
func odd(w *live.Texter) string { return strings.ReplaceAll(w.Odd(), "\x00", "") }

// oddValue returns a value with unusual strings. Its parts are nested at most as deeply as the
// argument depth says.
func oddValue(w *live.Texter, c *codec.Codec, depth int) variant.Variant {
	kinds := 5
	if depth > 0 {
		kinds = 8
	}

	switch w.IntN(kinds) {
	case 0:
		return variant.Int(w.Int64())
	case 1:
		if c != godot3 {
			return variant.StringName(odd(w))
		}
	case 2:
		p := make(packed.PackedStringArray, w.IntN(4))
		for i := range p {
			p[i] = odd(w)
		}
		return p
	case 5:
		var a variant.Array
		if c != godot3 && w.IntN(2) == 0 {
			a.Elem = &variant.ElementType{Type: variant.TypeString}
		}
		for range w.IntN(4) {
			if a.Elem != nil {
				a.Items = append(a.Items, variant.String(odd(w)))
			} else {
				a.Items = append(a.Items, oddValue(w, c, depth-1))
			}
		}
		return a
	case 6, 7:
		var d variant.Dictionary
		for range w.IntN(4) {
			d.Set(oddValue(w, c, depth-1), oddValue(w, c, depth-1))
		}
		return d
	}
	return variant.String(odd(w))
}

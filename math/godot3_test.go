package math_test

import (
	"cmp"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/enginetest"
	"godotvariant/internal/testkit"
	gm "godotvariant/math"
	"godotvariant/variant"
)

// special are arguments that the recorded calls lack, where Godot 3 differs.
var special = []recordedCall{
	{op: "Vector2.sign/0", in: []any{gm.V2(0, 2)}},
	{op: "Vector3.sign/0", in: []any{gm.V3(0, 2, -1)}},
	{op: "smoothstep", in: []any{5.0, 5.0, 2.0}},
}

// TestGodot3 holds what the comments say of Godot 3 against a live one. Where a comment
// ends in "Godot 3: name.", the engine computes the same under that name. Where more is
// said, such as "Godot 3: name, which …" and "; in Godot 3 …", it computes something
// else. A function without a word of Godot 3 computes the same under its name in Godot 4,
// or is not in Godot 3. What is said of Godot 3.2 need not hold for a later engine.
func TestGodot3(t *testing.T) {
	godot := enginetest.Godot3(t)
	said := remarksOnGodot3(t)

	calls := append(recordedCalls(t), special...)
	for name, f := range scalars {
		for _, x := range []float64{-2.5, 0, 0.25, 1, 7} {
			in := []any{x, 3.0, 0.5, 10.0, 20.0}[:reflect.TypeOf(f).NumIn()]
			calls = append(calls, recordedCall{op: name, in: in})
		}
	}

	dialect := codec.MustNew(codec.Options{Dialect: codec.Godot3})
	var asked []recordedCall

	var items []variant.Variant
	for _, c := range calls {
		text := expression3(c, said[nameOf(c.op)])
		call := callOf(text, c.in)
		if _, err := dialect.Encode(call); err == nil && text != "" {
			asked = append(asked, c)
			items = append(items, call)
		}
	}

	same := map[string]bool{}
	different := map[string]bool{}

	missing := map[string]bool{}
	for i, result := range ask(t, godot, dialect, "testdata/operations3.gd", items) {
		c := asked[i]
		name := nameOf(c.op)
		if result == any(variant.Nil{}) {
			missing[name] = true
			continue
		}

		want := answer(t, c.op, c.in)
		if near3(want, result) {
			same[name] = true
		} else {
			different[name] = true
			if !said[name].differs {
				t.Errorf("%s of %v: Godot 3 says %v, not %v, and the comment does not say why",
					name, c.in, result, want)
			}
		}
	}

	for name, s := range said {
		switch known := same[name] || different[name]; {
		case !known && missing[name]:
			t.Errorf("%s: Godot 3 has no %s", name, s.name)
		case s.of32 && !strings.HasPrefix(godot.String(), "Godot 3.2"):
		case known && s.differs && !different[name]:
			t.Errorf("%s: Godot 3 computes the same, but the comment says more", name)
		}
	}

	t.Logf("%d functions compared, %d are different", len(same)+len(different), len(different))
	require.Greater(t, len(same), 150)
	require.Greater(t, len(different), 15)
}

// A remark is what a comment says of Godot 3.
type remark struct {
	name    string // the name there, if it is another one
	args    string // "(text)", if it is no method there
	differs bool   // it computes something else
	of32    bool   // it is of Godot 3.2 only
}

// remarkForm is the form of all remarks: "Godot: Vector2.lerp; Godot 3: linear_interpolate."
var remarkForm = regexp.MustCompile(`Godot: ([\w.* ]+?\w)(?: \(.*?\))?(?:, [^;]*)?; ` +
	`(Godot 3: (?:String\.)?(\w+)(\([^)]*\))?(, [^.]*)?\.|.*Godot 3)`)

// remarksOnGodot3 returns what the comments say, by the name in Godot 4.
func remarksOnGodot3(t *testing.T) map[string]remark {
	remarks := map[string]remark{}
	for _, f := range testkit.Functions(t) {
		if m := remarkForm.FindStringSubmatch(strings.Join(strings.Fields(f.Doc), " ")); m != nil {
			only := strings.Contains(m[0], "Godot 3.2")
			remarks[m[1]] = remark{name: m[3], args: m[4], differs: m[3] == "" || m[5] != "",
				of32: only}
		}
	}
	require.Greater(t, len(remarks), 50)
	return remarks
}

// nameOf returns the name of an operation as comments have it: without the number of its arguments.
func nameOf(op string) string {
	if strings.Contains(op, " ") {
		return op
	}
	name, _, _ := strings.Cut(op, "/")
	return name
}

// expression3 returns the GDScript of Godot 3 for a call, "" if it has no such form there.
func expression3(c recordedCall, r remark) string {
	n := len(c.in)
	typeName, method, isMethod := strings.Cut(nameOf(c.op), ".")
	switch {
	case r.name == "xform_inv":
		return "a[1].xform_inv(a[0])"
	case r.args != "" && n > strings.Count(r.args, ",")+1:
		return ""
	case r.args != "":
		return r.name + argumentList(0, n)
	case r.name != "" && (isMethod || strings.Contains(c.op, " ")):
		return "a[0]." + r.name + argumentList(1, n)
	case strings.ContainsAny(c.op, "( "): // constructors and operators
		return ""
	case !isMethod:
		return cmp.Or(r.name, typeName) + argumentList(0, n)
	case reflect.TypeOf(c.in[0]) != mathTypes[typeName]: // a static method
		return ""
	}

	return "a[0]." + method + argumentList(1, n)
}

// near3 reports whether a result of Godot 3 is the same in single precision.
func near3(got, want any) bool {
	f, isFloat := got.(float64)
	if n, isInt := want.(int64); isFloat && isInt {
		return f == float64(n)
	}
	if _, wantFloat := want.(float64); wantFloat && !isFloat {
		return false
	}
	return near(got, want, 1e-4)
}

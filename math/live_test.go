package math_test

import (
	"cmp"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/enginetest"
	"godotvariant/internal/test/testkit"
	gm "godotvariant/math"
	"godotvariant/variant"
)

var (
	liveCalls = flag.Int("calls", 10, "how often TestLiveOperations calls each operation")
	liveSeed  = flag.Uint64("callseed", 1, "seed of TestLiveOperations; 0: by the clock")
)

// TestLiveOperations calls all operations that engineFile has, in a Godot 4 that runs and with new
// arguments. It compares the results with the results of this package.
//
// The engine computes in single precision, and this package in double precision. So the results
// differ at the jumps of an operation, such as floor and ==, and if large intermediate results
// cancel each other. Most results of each operation must agree. TestEngine is the exact test, with
// the results of a double-precision engine.
func TestLiveOperations(t *testing.T) {
	if testing.Short() {
		t.Skip("an engine calls all operations")
	}

	godot := enginetest.Godot4(t)
	seed := *liveSeed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}

	t.Logf("%v, seed %d", godot, seed)
	a := newArguments(t, rand.New(rand.NewPCG(seed, 0)))
	same, all := map[string]int{}, 0
	for left := *liveCalls; left > 0; left -= 100 { // in parts, to limit the engine's memory
		var calls []recordedCall
		var items []variant.Variant
		for _, op := range a.ops {
			for range min(left, 100) {
				c := recordedCall{op: op, in: a.of(op)}
				calls = append(calls, c)
				items = append(items, callOf(expression(op, len(c.in)), c.in))
			}
		}

		c := codec.MustNew(codec.Options{})
		for i, result := range ask(t, godot, c, "testdata/operations4.gd", items) {
			c := calls[i]
			if agrees(answer(t, c.op, c.in), result, c.in) {
				same[c.op]++
				all++
			}
		}
	}

	total := *liveCalls * len(a.ops)
	t.Logf("%d of %d results agree", all, total)
	assert.Greater(t, all, total*99/100)
	for _, op := range a.ops {
		assert.GreaterOrEqual(t, same[op], *liveCalls*7/10, op)
	}
}

// agrees reports whether a result differs from the engine's only by rounding. The rounding errors
// depend on the largest number among the arguments and the results.
func agrees(got, want any, in []any) bool {
	if near(got, want, 0) {
		return true
	}

	wants, ok := floatsOf(want)
	if !ok || reflect.TypeOf(got) != reflect.TypeOf(want) {
		return false
	}

	largest := 1.0
	for _, v := range append(in, want) {
		floats, _ := floatsOf(v)
		for _, f := range floats {
			if f-f == 0 {
				largest = max(largest, math.Abs(f))
			}
		}
	}

	gots, _ := floatsOf(got)
	for k := range wants {
		if math.Abs(gots[k]-wants[k]) > 1e-4*largest && !nearNumber(gots[k], wants[k], 1e-4) {
			return false
		}
	}
	return true
}

// callOf returns a call as an Array: its first item is the GDScript of the call, and the other
// items are the arguments. The GDScript finds the arguments in the array a.
func callOf(script string, in []any) variant.Array {
	call := variant.NewArray(variant.String(script))
	for _, v := range in {
		call.Items = append(call.Items, toVariant(v))
	}
	return call
}

// ask runs a script that reads the calls from one file and writes their results to another.
func ask(
	t *testing.T, e *enginetest.Engine, c *codec.Codec, script string, calls []variant.Variant,
) (results []any) {
	dir := t.TempDir()
	packet := testkit.Encode(t, c, variant.NewArray(calls...))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "calls"), packet, 0o600))
	e.Run(t, script, dir)
	packet, err := os.ReadFile(filepath.Join(dir, "results"))
	require.NoError(t, err)

	for _, v := range testkit.Decode(t, c, packet).(variant.Array).Items {
		results = append(results, fromVariant(v))
	}
	require.Len(t, results, len(calls))
	return results
}

// argumentList returns GDScript for the arguments start to end-1, such as (a[0], a[1]).
func argumentList(start, end int) string {
	var names []string
	for i := start; i < end; i++ {
		names = append(names, fmt.Sprintf("a[%d]", i))
	}
	return "(" + strings.Join(names, ", ") + ")"
}

// expression returns GDScript for an operation with n arguments. They are in the array a.
func expression(op string, n int) string {
	left, rest, isOperator := strings.Cut(op, " ")
	symbol, isUnary := strings.CutPrefix(rest, "unary")
	typeName, _, isConstructor := strings.Cut(op, "(")

	name, count, _ := strings.Cut(left, "/")
	switch {
	case isUnary:
		return symbol + "a[0]"
	case isOperator:
		return "a[0] " + strings.Fields(rest)[0] + " a[1]"
	case isConstructor:
		return typeName + argumentList(0, n)
	case count == fmt.Sprint(n):
		return name + argumentList(0, n) // a static method
	}

	_, method, _ := strings.Cut(name, ".")
	return "a[0]." + method + argumentList(1, n)
}

func toVariant(v any) variant.Variant {
	switch v := v.(type) {
	case bool:
		return variant.Bool(v)
	case int64:
		return variant.Int(v)
	case float64:
		return variant.Float(v)
	case string:
		return variant.String(v)
	}
	return v.(variant.Variant)
}

func fromVariant(v variant.Variant) any {
	switch v := v.(type) {
	case variant.Bool:
		return bool(v)
	case variant.Int:
		return int64(v)
	case variant.Float:
		return float64(v)
	case variant.String:
		return string(v)
	}
	return v
}

// floatsOf returns the floats of a value, and reports whether the value has only floats.
func floatsOf(v any) (floats []float64, ok bool) {
	ok = true
	for _, n := range numbersOf(reflect.ValueOf(v)) {
		f, isFloat := n.(float64)
		floats = append(floats, f)
		ok = ok && isFloat
	}
	return floats, ok
}

// arguments has the arguments of the recorded calls of each operation.
type arguments struct {
	*rand.Rand
	ops      []string
	recorded map[string][][]any
}

func newArguments(t *testing.T, r *rand.Rand) *arguments {
	a := &arguments{Rand: r, recorded: map[string][][]any{}}
	for _, c := range recordedCalls(t) {
		if a.recorded[c.op] == nil {
			a.ops = append(a.ops, c.op)
		}
		a.recorded[c.op] = append(a.recorded[c.op], c.in)
	}
	return a
}

// of returns arguments for an operation. It takes each argument from a different recorded call, and
// changes its floats, except for unit vectors, rotations and colors. All floats have single
// precision. Integers are not changed.
func (a *arguments) of(op string) []any {
	calls := a.recorded[op]
	var out []any
	for i := range calls[0] {
		v := calls[a.IntN(len(calls))][i]
		factor := 1.0
		if isNormal := reflect.ValueOf(v).MethodByName("IsNormalized"); !isNormal.IsValid() {
			factor = 0.4 + 0.7*a.Float64()
		}

		out = append(out, changed(v,
			func(x float64) float64 { return float64(float32(x * factor)) }))
	}
	return out
}

// changed returns a value with changed floats. Booleans, integers and strings are not changed.
func changed(v any, change func(float64) float64) any {
	out := reflect.New(reflect.TypeOf(v)).Elem()
	out.Set(reflect.ValueOf(v))
	changeNumbers(out, change)
	return out.Interface()
}

func changeNumbers(v reflect.Value, change func(float64) float64) {
	switch {
	case v.CanFloat():
		v.SetFloat(change(v.Float()))
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			changeNumbers(v.Field(i), change)
		}
	}
}

// special has further calls, for which Godot 3 has another result than Godot 4.
var special = []recordedCall{
	{op: "Vector2.sign/0", in: []any{gm.V2(0, 2)}},
	{op: "Vector3.sign/0", in: []any{gm.V3(0, 2, -1)}},
	{op: "smoothstep", in: []any{5.0, 5.0, 2.0}},
}

// TestGodot3 checks what the comments say about Godot 3. It calls the functions in an engine:
//
//   - After "Godot 3: name." the function with this name computes the same result in Godot 3.
//   - After "Godot 3: name, which …" or "; in Godot 3 …" Godot 3 computes another result for some
//     arguments.
//   - If a comment does not mention Godot 3, the function has the same name in Godot 3 and Godot 4
//     and computes the same result, or Godot 3 does not have the function.
//
// A comment about Godot 3.2 may be false for a later engine.
func TestGodot3(t *testing.T) {
	if testing.Short() {
		t.Skip("an engine calls all operations")
	}

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

// A remark is what a comment says about Godot 3.
type remark struct {
	name string // the name in Godot 3, if it differs
	// args is "" if Godot 3 has a method. If Godot 3 has a function, args has the arguments after
	// its name. In a comment with "Godot 3: Color(text)" they are "(text)".
	args    string
	differs bool // Godot 3 computes another result
	of32    bool // the remark is about Godot 3.2 only
}

// remarkForm matches each remark, such as "Godot: Vector2.lerp; Godot 3: linear_interpolate."
var remarkForm = regexp.MustCompile(`Godot: ([\w.* ]+?\w)(?: \(.*?\))?(?:, [^;]*)?; ` +
	`(Godot 3: (?:String\.)?(\w+)(\([^)]*\))?(, [^.]*)?\.|.*Godot 3)`)

// remarksOnGodot3 returns the remarks in the doc comments of this package. The keys are the names
// in Godot 4.
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

// nameOf returns the name of an operation as comments write it: without the number of its
// arguments.
func nameOf(op string) string {
	if strings.Contains(op, " ") {
		return op
	}
	name, _, _ := strings.Cut(op, "/")
	return name
}

// expression3 returns GDScript for a call in Godot 3, or "" if Godot 3 does not have the operation.
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

// near3 reports whether got, a result of Godot 3, equals want in single precision.
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

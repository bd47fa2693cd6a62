package dialect_test

import (
	"fmt"
	"go/format"
	"reflect"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/internal/dialects"
	"godotvariant/internal/forms"
	"godotvariant/internal/test/testkit"
	"godotvariant/variant/dialect"
)

// small returns the facts of a dialect with a few types.
func small() dialect.Spec {
	return dialect.Spec{
		Name:     "small",
		Types:    []dialect.Type{dialect.TypeNil, dialect.TypeInt, dialect.TypeString},
		Fallback: map[dialect.Type]dialect.Type{dialect.TypeStringName: dialect.TypeString},
	}
}

// TestNewErrors: New refuses facts that no dialect can have. The error names the dialect and the
// fact.
func TestNewErrors(t *testing.T) {
	types := func(types ...dialect.Type) func(*dialect.Spec) {
		return func(s *dialect.Spec) { s.Types = types }
	}

	fallback := func(from, to dialect.Type) func(*dialect.Spec) {
		return func(s *dialect.Spec) { s.Fallback = map[dialect.Type]dialect.Type{from: to} }
	}

	for want, change := range map[string]func(*dialect.Spec){
		"Spec.Name is empty":       func(s *dialect.Spec) { s.Name = "" },
		"Spec.Family is 3":         func(s *dialect.Spec) { s.Family = 3 },
		"Spec.Int is 3":            func(s *dialect.Spec) { s.Int = 3 },
		"Spec.Float is 2":          func(s *dialect.Spec) { s.Float = 2 },
		"Spec.Real is 3":           func(s *dialect.Spec) { s.Real = 3 },
		"Spec.Object is 2":         func(s *dialect.Spec) { s.Object = 2 },
		"Spec.Keys is 2":           func(s *dialect.Spec) { s.Keys = 2 },
		"dialect small: Spec.Keys": func(s *dialect.Spec) { s.Keys = 255 },
		"small has 257 types": types(
			slices.Repeat([]dialect.Type{dialect.TypeUnsupported}, 257)...),
		"small lists int twice":   types(dialect.TypeInt, dialect.TypeString, dialect.TypeInt),
		"number 44, which is no":  types(dialect.TypeString, dialect.TypePackedTypedArray+1),
		"number 127, which is no": types(dialect.TypeString, dialect.TypeCustom-1),
		"no room for the ID 2 of": func(s *dialect.Spec) { s.IDMask = 1 },
		"from StringName to Vector2: it does not list the second": fallback(dialect.TypeStringName,
			dialect.TypeVector2),
		"from int to String: it lists the first": fallback(dialect.TypeInt, dialect.TypeString),
		"from float to int: the two have different payloads": fallback(dialect.TypeFloat,
			dialect.TypeInt),
	} {
		s := small()
		change(&s)
		d, err := dialect.New(s)
		assert.Nil(t, d)
		assert.ErrorContains(t, err, want)
		assert.PanicsWithError(t, err.Error(), func() { dialect.MustNew(s) })
	}
}

// TestNewBounds: New accepts 256 IDs, any number of IDs without a payload, and any fallback for a
// custom type.
func TestNewBounds(t *testing.T) {
	s := small()
	s.Types = append(s.Types, slices.Repeat([]dialect.Type{dialect.TypeUnsupported}, 252)...)
	s.Types = append(s.Types, dialect.TypeCustom)
	s.Fallback[dialect.TypeCustom+1] = dialect.TypeInt
	s.IDMask = 0xFF

	d, err := dialect.New(s)
	require.NoError(t, err)
	require.Equal(t, s, d.Spec())
}

// TestNobodyChangesADialect: a dialect does not change if a program changes the Spec that it passed
// to New, or the Spec that Dialect.Spec returned.
func TestNobodyChangesADialect(t *testing.T) {
	s := small()
	d := dialect.MustNew(s)

	for _, changed := range []dialect.Spec{s, d.Spec()} {
		changed.Name = "changed"
		changed.Types[1] = dialect.TypeFloat
		changed.Fallback[dialect.TypeStringName] = dialect.TypeInt
		require.Equal(t, small(), d.Spec())
		require.Equal(t, "small", d.Name())
	}
}

// TestSamePayload: New accepts one type of an engine as the fallback of another type if the tables
// of layouts say that both consist of the same numbers. Otherwise it refuses the fallback.
func TestSamePayload(t *testing.T) {
	for from := dialect.TypeNil; from < forms.TypeCount; from++ {
		for to := dialect.TypeNil; to < forms.TypeCount; to++ {
			layout := forms.LayoutOf(from)
			fixed := layout.Reals+layout.Words > 0 && from != dialect.TypeBool &&
				from != dialect.TypeColor
			texts := from == dialect.TypeString || from == dialect.TypeStringName
			want := from != to && (fixed && layout == forms.LayoutOf(to) ||
				texts && (to == dialect.TypeString || to == dialect.TypeStringName))

			_, err := dialect.New(dialect.Spec{Name: "two", Types: []dialect.Type{to},
				Fallback: map[dialect.Type]dialect.Type{from: to}})
			require.Equal(t, want, err == nil, "%v as %v: %v", from, to, err)
		}
	}
}

// TestGoSource: %#v of a dialect is Go source in the form of gofmt, and contains every fact that is
// not zero.
func TestGoSource(t *testing.T) {
	require.Equal(t, `dialect.MustNew(dialect.Spec{Name: "small", `+
		`Types: []dialect.Type{dialect.TypeNil, dialect.TypeInt, dialect.TypeString}, `+
		`Fallback: map[dialect.Type]dialect.Type{dialect.TypeStringName: dialect.TypeString}})`,
		fmt.Sprintf("%#v", dialect.MustNew(small())))

	for _, d := range dialects.All() {
		source := fmt.Sprintf("%#v", d)
		formatted, err := format.Source([]byte(source))
		require.NoError(t, err, source)
		require.Equal(t, source, string(formatted))
	}

	all := small()
	for i := range reflect.TypeFor[dialect.Spec]().NumField() {
		switch f := reflect.ValueOf(&all).Elem().Field(i); f.Kind() {
		case reflect.Bool:
			f.SetBool(true)
		case reflect.Uint8, reflect.Uint32:
			f.SetUint(1)
		}
	}

	source := fmt.Sprintf("%#v", all)
	for i := range reflect.TypeFor[dialect.Spec]().NumField() {
		require.Contains(t, source, reflect.TypeFor[dialect.Spec]().Field(i).Name+": ")
	}

	for _, want := range []string{"dialect.FamilyGodot3", "dialect.IntFlagged64",
		"dialect.FloatPlain32", "dialect.RealFlagged", "dialect.ObjectBySetting",
		"dialect.KeysByReference", "IDMask: 0x1"} {
		require.Contains(t, source, want)
	}
}

// TestOtherTypes: a number that no engine uses is a custom type, or is not a type.
func TestOtherTypes(t *testing.T) {
	for typ, want := range map[dialect.Type]string{
		dialect.TypePackedTypedArray:     "PackedTypedArray",
		dialect.TypePackedTypedArray + 1: "unsupported type",
		dialect.TypeCustom - 1:           "unsupported type",
		dialect.TypeCustom:               "custom type 0",
		dialect.TypeCustom + 126:         "custom type 126",
		dialect.TypeUnsupported:          "unsupported type",
	} {
		assert.Equal(t, want, typ.String())
	}
}

// TestConstantsHaveNames: a rule is printed as the name of its constant. A rule without a constant
// is printed as a conversion, such as KeyRule(9).
func TestConstantsHaveNames(t *testing.T) {
	for want, constant := range map[string]fmt.Stringer{
		"IntPlain64": dialect.IntPlain64, "FloatByValue": dialect.FloatByValue,
		"RealSetting": dialect.RealSetting, "ObjectFlagged": dialect.ObjectFlagged,
		"KeysByContent": dialect.KeysByContent, "FamilyPandemonium": dialect.FamilyPandemonium,
		"KeyRule(9)": dialect.KeyRule(9), "small": dialect.MustNew(small()),
	} {
		require.Equal(t, want, fmt.Sprint(constant))
	}
}

// TestExamples: every type with methods has an Example.
func TestExamples(t *testing.T) { testkit.RequireExamples(t) }

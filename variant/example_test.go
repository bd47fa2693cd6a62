package variant_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"log/slog"

	"godotvariant/codec"
	"godotvariant/codec/jsonvar"
	"godotvariant/codec/text"
	"godotvariant/math"
	"godotvariant/variant"
	"godotvariant/variant/notation"
	"godotvariant/variant/tree"
)

func ExampleDictionary_Set() {
	var d variant.Dictionary
	d.Set(variant.String("hp"), variant.Int(10))
	d.Set(variant.Int(7), variant.Nil{})
	d.Set(variant.StringName("hp"), variant.Int(9)) // &"hp" is the same key as "hp", as in Godot 4
	fmt.Println(d, d.Len())
	fmt.Println(d.Delete(variant.Int(7)), d)
	// Output:
	// {"hp": 9, 7: null} 2
	// true {"hp": 9}
}

func ExampleKindOf() {
	banned := variant.NewKind("banned", "the player is banned")
	_, err := codec.Decode([]byte{4, 0, 0, 0})

	fmt.Println(variant.KindOf(err), variant.KindOf(fmt.Errorf("bob: %w", banned)))
	fmt.Printf("%q %q", variant.KindOf(errors.New("no kind")), variant.KindOf(nil))
	// Output:
	// truncated banned
	// "" ""
}

// A value is a plain Go value: build it as a literal, and read it with a type switch.
func Example() {
	show := func(v variant.Variant) {
		switch v := v.(type) {
		case variant.Int:
			fmt.Println("a number:", v+1)
		case math.Vector2:
			fmt.Println("a vector:", v.X, v.Y)
		case variant.Array:
			fmt.Println("an array of", v.Len())
		default:
			fmt.Println("of type", v.Type())
		}
	}

	show(variant.Int(9))
	show(math.V2(1, 2.5))
	show(variant.NewArray(variant.String("a"), variant.Nil{}))
	show(variant.String("text"))
	// Output:
	// a number: 10
	// a vector: 1 2.5
	// an array of 2
	// of type String
}

// The keys 1 and 1.0 are different keys. Two NaN are the same key.
func ExampleKeyEqual() {
	nan := variant.Float(math.NaN)
	fmt.Println(variant.KeyEqual(variant.String("hp"), variant.StringName("hp")))
	fmt.Println(variant.KeyEqual(variant.Int(1), variant.Float(1)))
	fmt.Println(variant.KeyEqual(nan, nan))
	// Output:
	// true
	// false
	// true
}

// Health is a type that no engine has.
type Health struct{ Now, Max int32 }

// Type returns the first number for your own types.
func (Health) Type() variant.Type { return variant.TypeCustom }

// Encode writes 8 bytes.
func (h Health) Encode(w *variant.Writer) error {
	if h.Now > h.Max {
		return w.Fail(variant.Because(variant.ErrRange,
			fmt.Sprintf("health %d of %d", h.Now, h.Max)))
	}
	w.Int32(h.Now)
	w.Int32(h.Max)
	return w.Err()
}

// Decode reads the payload that Encode writes.
func (Health) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, Health{Now: r.Int32(), Max: r.Int32()})
}

// TypeName is the name in text, JSON and errors.
func (Health) TypeName() string { return "Health" }

// ToArgs writes the arguments in text and JSON.
func (h Health) ToArgs(w notation.ArgsWriter) { notation.PutInt32s(w, h.Now, h.Max) }

// FromArgs reads the arguments that ToArgs writes.
func (Health) FromArgs(a notation.Args) variant.Variant {
	c := notation.Int32s(a, 2)
	return Health{c[0], c[1]}
}

// String makes fmt print the text. %#v needs no method.
func (h Health) String() string { return variant.Text(h) }

// MarshalJSON returns canonical JSON.
func (h Health) MarshalJSON() ([]byte, error) { return variant.JSON(h) }

// UnmarshalJSON reads the JSON that MarshalJSON returns.
func (h *Health) UnmarshalJSON(data []byte) error {
	v, err := jsonvar.Parse(data, own)
	if err != nil {
		return err
	}

	health, ok := v.(Health)
	if !ok {
		return variant.Because(variant.ErrWrongType, "not a Health")
	}

	*h = health
	return nil
}

// own is the codec of the program. Its Registry has the type Health.
var own = codec.MustNew(codec.Options{Registry: registered()})

func registered() *codec.Registry {
	types := codec.NewRegistry()
	if err := types.Register(Health{}, 100); err != nil {
		panic(err)
	}
	return types
}

// A Squad is a type that has other values as its parts.
type Squad struct{ Members []variant.Variant }

// Type returns the second number for your own types.
func (Squad) Type() variant.Type { return variant.TypeCustom + 1 }

// TypeName is the name in text and errors.
func (Squad) TypeName() string { return "Squad" }

// Encode writes a count and the members.
func (s Squad) Encode(w *variant.Writer) error {
	w.Count(len(s.Members))
	for _, member := range s.Members {
		w.Value(member)
	}
	return w.Err()
}

// Decode reads the payload that Encode writes.
func (Squad) Decode(r *variant.Reader) (variant.Variant, error) {
	n := r.CountParts(4)
	r.Reserve(4 * n)

	s := Squad{Members: make([]variant.Variant, n)}
	for i := range s.Members {
		r.Reserve(-4)
		s.Members[i] = r.Value()
	}

	return variant.Result(r, s)
}

// Parts yields the members, for package tree.
func (s Squad) Parts() iter.Seq2[variant.Step, variant.Variant] {
	return variant.NewArray(s.Members...).Parts()
}

// PrintText prints the members with p, which counts depth and length.
func (s Squad) PrintText(b []byte, p variant.Printer) []byte {
	return p.List(b, "Squad(", ", ", ")", len(s.Members),
		func(b []byte, p variant.Printer, i int) []byte { return p.Append(b, s.Members[i]) })
}

// String makes fmt print the text.
func (s Squad) String() string { return variant.Text(s) }

// MarshalText returns the text, or an error if String leaves out parts.
func (s Squad) MarshalText() ([]byte, error) { return variant.Printer{}.Marshal(s) }

// LogValue logs the members as a group of limited size.
func (s Squad) LogValue() slog.Value { return variant.LogValue(s) }

// Your own type has an ID that the engine does not use, here 100.
func ExampleVariant() {
	var registry codec.Registry
	if err := registry.Register(Health{}, 100); err != nil {
		fmt.Println(err)
	}

	c := codec.MustNew(codec.Options{Registry: &registry})

	packet, err := c.Encode(Health{Now: 80, Max: 100})
	fmt.Printf("% x %v\n", packet, err)
	v, err := c.Decode(packet)
	fmt.Printf("%T %v\n", v, err)

	_, err = c.Encode(variant.NewArray(Health{120, 100})) // the error of Because has a kind
	fmt.Println(err, errors.Is(err, variant.ErrRange))
	// Output:
	// 64 00 00 00 50 00 00 00 64 00 00 00 <nil>
	// variant_test.Health <nil>
	// godot: encode $[0] (Health): out of range: health 120 of 100 true
}

// The program examines the invalid value, and the container around it.
func ExampleError() {
	save := variant.NewDictionary(
		variant.KV("name", variant.String("Tia")),
		variant.KV("health", variant.NewArray(Health{80, 100}, Health{120, 100})),
	)

	types := codec.NewRegistry()
	fmt.Println(types.Register(Health{}, 100))
	_, err := codec.MustNew(codec.Options{Registry: types}).Encode(save)
	fmt.Println(err)

	var e *variant.Error
	if errors.As(err, &e) {
		at, err := tree.Lookup(save, e.Path)
		fmt.Println(e.Path, at, err)
		around, err := tree.Lookup(save, e.Path[:1])
		fmt.Println(e.Path[:1], around, err)
	}
	// Output:
	// <nil>
	// godot: encode $["health"][1] (Health): out of range: health 120 of 100
	// $["health"][1] Health(120, 100) <nil>
	// $["health"] [Health(80, 100), Health(120, 100)] <nil>
}

// A type with the methods TypeName, ToArgs and FromArgs can be written as text and JSON, and read
// from them.
func ExampleConstructible() {
	v := variant.NewArray(Health{80, 100})
	fmt.Println(v)
	back, err := text.Parse("[Health(80, 100)]", own)
	fmt.Println(variant.Equal(v, back), err)
	_, err = text.Parse("[Health(80)]", own)
	fmt.Println(err)
	// Output:
	// [Health(80, 100)]
	// true <nil>
	// godot: parse $[0] at 1:12: syntax error: expected numbers in groups of 2
}

// With methods that call variant.JSON and jsonvar.Parse, the type can be a field of structs that
// encoding/json writes and reads.
func ExampleJSON() {
	data, err := json.Marshal(map[string]Health{"tia": {80, 100}})
	fmt.Printf("%s %v\n", data, err)

	var back map[string]Health
	err = json.Unmarshal(data, &back)
	fmt.Println(back, err)

	err = json.Unmarshal([]byte(`{"tia":{"type":"Vector2","args":[1,2]}}`), &back)
	fmt.Println(err)
	// Output:
	// {"tia":{"args":[80,100],"type":"Health"}} <nil>
	// map[tia:Health(80, 100)] <nil>
	// wrong type: not a Health
}

// A type with parts prints them with a Printer, which counts their depth.
func ExamplePrinter() {
	squad := Squad{Members: []variant.Variant{Health{80, 100}, variant.String("reserve")}}
	fmt.Println(squad)
	fmt.Printf("%s\n", variant.Printer{Indent: "  "}.Append(nil, squad))

	inner, err := tree.Lookup(squad, "[1]")
	fmt.Println(inner, err)

	squad.Members[1] = squad // the squad contains itself
	_, err = squad.MarshalText()
	fmt.Println(err)
	// Output:
	// Squad(Health(80, 100), "reserve")
	// Squad(
	//   Health(80, 100),
	//   "reserve"
	// )
	// reserve <nil>
	// godot: format $ (Squad): nested too deep
}

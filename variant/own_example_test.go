package variant_test

import (
	"errors"
	"fmt"

	"godotvariant/codec"
	"godotvariant/codec/text"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// Health is a type that no engine has.
type Health struct{ Now, Max int32 }

// Type returns the first number for types of your own.
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

// Decode reads what Encode writes.
func (Health) Decode(r *variant.Reader) (variant.Variant, error) {
	return variant.Result(r, Health{Now: r.Int32(), Max: r.Int32()})
}

// TypeName is the name in text, JSON and errors.
func (Health) TypeName() string { return "Health" }

// ToArgs writes the arguments in text and JSON.
func (h Health) ToArgs(w notation.ArgsWriter) { notation.PutInt32s(w, h.Now, h.Max) }

// FromArgs reads what ToArgs writes.
func (Health) FromArgs(a notation.Args) variant.Variant {
	c := notation.Int32s(a, 2)
	return Health{c[0], c[1]}
}

// A type of your own has an ID that the engine does not use, here 100.
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
	// Output:
	// 64 00 00 00 50 00 00 00 64 00 00 00 <nil>
	// variant_test.Health <nil>
}

// With TypeName, ToArgs and FromArgs the type has text and JSON.
func ExampleConstructible() {
	v := variant.NewArray(Health{80, 100})
	fmt.Println(v)
	back, err := text.Parse("[Health(80, 100)]",
		text.ParseOptions{Types: []variant.Constructible{Health{}}})
	fmt.Println(variant.Equal(v, back), err)
	_, err = text.Parse("[Health(80)]", text.ParseOptions{Types: []variant.Constructible{Health{}}})
	fmt.Println(err)
	// Output:
	// [Health(80, 100)]
	// true <nil>
	// godot: text at 1:12 in $[0]: syntax error: expected numbers in groups of 2
}

// Because says why a value is refused. The error keeps its kind, and gets the path.
func ExampleBecause() {
	var registry codec.Registry
	registry.Register(Health{}, 100)
	_, err := codec.MustNew(codec.Options{Registry: &registry}).Encode(variant.NewArray(Health{120,
		100}))
	fmt.Println(err)
	fmt.Println(errors.Is(err, variant.ErrRange))
	// Output:
	// godot: encode $[0] (Health): out of range: health 120 of 100
	// true
}

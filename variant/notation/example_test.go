package notation_test

import (
	"fmt"

	"godotvariant/codec"
	"godotvariant/codec/jsonvar"
	"godotvariant/codec/text"
	"godotvariant/variant"
	"godotvariant/variant/notation"
)

// Route is an example of your own type: a list of points.
type Route [][2]float64

func (Route) Type() variant.Type { return variant.TypeCustom }

func (r Route) Encode(w *variant.Writer) error {
	w.Count(len(r))
	for _, p := range r {
		w.Float64(p[0])
		w.Float64(p[1])
	}
	return w.Err()
}

func (Route) Decode(r *variant.Reader) (variant.Variant, error) {
	route := make(Route, r.Count(16))
	for i := range route {
		route[i] = [2]float64{r.Float64(), r.Float64()}
	}
	return variant.Result(r, route)
}

func (Route) TypeName() string { return "Route" }

func (r Route) ToArgs(w notation.ArgsWriter) {
	for _, p := range r {
		notation.PutReals(w, p[:]...)
	}
}

func (Route) FromArgs(a notation.Args) variant.Variant {
	var r Route
	for p := [2]float64{}; notation.Tuple(a, p[:]); {
		r = append(r, p)
	}
	return r
}

// ToArgs and FromArgs write and read text as well as JSON.
func Example() {
	types := codec.NewRegistry()
	if err := types.Register(Route{}, 100); err != nil {
		panic(err)
	}

	c := codec.MustNew(codec.Options{Registry: types})
	v, err := text.Parse("Route(0, 0, 3, 4.5)", c)
	fmt.Println(v.(Route)[1], err)
	fmt.Println(variant.Text(v))
	data, err := jsonvar.Format(v, c)
	fmt.Println(string(data), err)
	_, err = text.Parse("Route(0, 0, 3)", c)
	fmt.Println(err)
	// Output:
	// [3 4.5] <nil>
	// Route(0, 0, 3, 4.5)
	// {"args":[0.0,0.0,3.0,4.5],"type":"Route"} <nil>
	// godot: parse $ at 1:15: syntax error: expected numbers in groups of 2
}

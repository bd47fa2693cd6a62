package edit

import (
	"bytes"
	"encoding/json"
	"math"
	"math/big"

	"godotvariant/codec/jsonvar"
	"godotvariant/variant"
)

// ToJSON returns a value in the types that gojq uses: ints, floats, strings, []any and
// map[string]any.
func ToJSON(v variant.Variant) (any, error) {
	b, err := jsonvar.Relaxed.Format(v, nil)
	if err != nil {
		return nil, err
	}

	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()

	var out any
	if err := d.Decode(&out); err != nil {
		return nil, err
	}

	return numbers(out), nil
}

// numbers converts the numbers in JSON to the types that gojq uses.
func numbers(v any) any {
	switch v := v.(type) {
	case json.Number:
		if i, ok := new(big.Int).SetString(v.String(), 10); ok {
			if i.IsInt64() && i.Int64() == int64(int(i.Int64())) {
				return int(i.Int64())
			}
			return i
		}

		f, _ := v.Float64()
		return f

	case []any:
		for i := range v {
			v[i] = numbers(v[i])
		}

	case map[string]any:
		for key := range v {
			v[key] = numbers(v[key])
		}
	}

	return v
}

// wholeNumber returns a number of gojq as an Int. The second result is false if the number is not
// an integer of 64 bits.
func wholeNumber(v any) (variant.Int, bool) {
	switch v := v.(type) {
	case int:
		return variant.Int(v), true
	case *big.Int:
		return variant.Int(v.Int64()), v.IsInt64()
	case float64:
		return variant.Int(v), v == math.Trunc(v) && math.Abs(v) < 1<<63
	}

	return 0, false
}

package dialect

// Precision is the width of the components of vectors and similar types (Godot: real_t). The types
// int and float have their own rules, see [FloatRule].
type Precision uint8

const (
	// Single writes components in 4 bytes, as most engines do.
	Single Precision = iota
	// Double writes components in 8 bytes, as engines built with precision=double do.
	Double
)

// String returns "single" or "double".
func (p Precision) String() string {
	if p == Double {
		return "double"
	}
	return "single"
}

package kinds

import (
	"godotvariant/cmd/internal/document"
	"godotvariant/codec/configfile"
	"godotvariant/codec/convert"
	"godotvariant/variant"
)

// Convert returns the plain bytes of a ConfigFile for another engine. It rewrites only the values
// whose text differs between the engines. It calls the function report for each change of a value.
func Convert(
	d *document.Document, to *variant.Dialect, report func(section, key string, n convert.Note),
) ([]byte, error) {
	return d.Rewritten(func(body []byte) ([]byte, error) {
		return convertConfig(body, d.Dialect(), to, report)
	})
}

// convertConfig returns the text of a ConfigFile for another engine.
func convertConfig(
	data []byte, from, to *variant.Dialect, report func(section, key string, n convert.Note),
) ([]byte, error) {
	old, err := configfile.Parse(string(data), Codec(from))
	if err != nil {
		return nil, err
	}

	f, err := configfile.Parse(string(data), Codec(to))
	if err != nil {
		return nil, err
	}

	c := Codec(to)
	for _, section := range old.Sections() {
		for _, key := range old.Keys(section) {
			v, _ := old.Get(section, key)

			is, err := convert.Value(v, c, func(n convert.Note) { report(section, key, n) })
			if err != nil {
				return nil, err
			}

			if same, ok := f.Get(section, key); ok && sameText(same, is, from, to) {
				continue
			}
			if err := f.Set(section, key, is); err != nil {
				return nil, err
			}
		}
	}

	return []byte(f.String()), nil
}

// sameText reports whether two values are equal and have the same text in both engines.
func sameText(a, b variant.Variant, from, to *variant.Dialect) bool {
	if !variant.Equal(a, b) {
		return false
	}

	var texts [2]string
	for i, d := range []*variant.Dialect{from, to} {
		f := configfile.New(Codec(d))
		if err := f.Set("", "v", a); err != nil {
			return false
		}
		texts[i] = f.String()
	}

	return texts[0] == texts[1]
}

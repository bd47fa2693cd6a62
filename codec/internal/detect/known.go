package detect

import (
	"sync"

	"godotvariant/codec/internal/builtin"
	"godotvariant/internal/dialects"
	"godotvariant/internal/forms"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// A knownDialect is one of the dialects of package codec.
type knownDialect struct {
	dialect *variant.Dialect
	spec    dialect.Spec

	// single and double return formats with the most permissive options: they read all packets that
	// the engine writes. A format is made when it is first needed.
	single, double func() *forms.Format
}

// all has the known dialects in the order of dialects.All.
var all = func() (list []*knownDialect) {
	for _, d := range dialects.All() {
		list = append(list, &knownDialect{
			dialect: d, spec: d.Spec(),
			single: permissive(d, variant.Single), double: permissive(d, variant.Double),
		})
	}
	return list
}()

func permissive(d *variant.Dialect, p variant.Precision) func() *forms.Format {
	return sync.OnceValue(func() *forms.Format {
		return builtin.Format(forms.Settings{
			Dialect: d, Precision: p, FullObjects: true,
			Limits: forms.Limits{MaxFrame: 1<<31 - 1},
		})
	})
}

// knownOf returns the knownDialect for the dialect d, or nil if d is not a dialect of package
// codec.
func knownOf(d *variant.Dialect) *knownDialect {
	for _, k := range all {
		if k.dialect == d {
			return k
		}
	}
	return nil
}

// Package random makes values that an engine could have written. Each choice depends on a byte,
// which is random or comes from a fuzzer.
package random

import (
	"fmt"
	"sync"

	"godotvariant/codec"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// Settings are the options of a codec that affect its bytes.
type Settings struct {
	Dialect   *variant.Dialect
	Precision variant.Precision
	Full      bool
}

func (s Settings) String() string {
	full := ""
	if s.Full {
		full = "/full"
	}
	return fmt.Sprintf("%s/%v%s", s.Dialect.Name(), s.Precision, full)
}

// AllSettings are all dialects with each of their precisions, with and without full objects.
var AllSettings = func() (all []Settings) {
	for _, d := range codec.Dialects() {
		for _, p := range []variant.Precision{variant.Single, variant.Double} {
			if p == variant.Double && d.Spec().Real == dialect.RealSingle {
				continue
			}
			all = append(all, Settings{d, p, false}, Settings{d, p, true})
		}
	}
	return all
}()

// SettingsOf returns one of AllSettings for any number. The number may come from a fuzzer.
func SettingsOf(n uint8) Settings { return AllSettings[int(n)%len(AllSettings)] }

var codecs sync.Map // codecs by Settings and mode

// In returns the codec of the settings in a mode.
func (s Settings) In(mode codec.Mode) *codec.Codec {
	type key struct {
		Settings
		mode codec.Mode
	}
	if c, ok := codecs.Load(key{s, mode}); ok {
		return c.(*codec.Codec)
	}
	c := codec.MustNew(codec.Options{Dialect: s.Dialect, Precision: s.Precision,
		FullObjects: s.Full, Mode: mode})
	codecs.Store(key{s, mode}, c)
	return c
}

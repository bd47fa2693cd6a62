package print

import (
	"strings"

	"godotvariant/variant"
)

// quote writes a String in quotes as var_to_str does. It escapes only quotes and backslashes.
func (p *printer) quote(s string) { p.quoted(s, escapeString) }

// quoteName writes a StringName, a path, or a text argument in quotes. It escapes control
// characters.
func (p *printer) quoteName(s string) {
	if p.godot3 {
		p.quoted(s, escapeName3)
	} else {
		p.quoted(s, escapeName4)
	}
}

func (p *printer) quoted(s string, escape *escapes) {
	if p.lossless {
		p.quoteLossless(s)
		return
	}

	p.refuseNUL(s)
	p.inQuotes(s, escape)
}

// quoteLossless writes s in quotes. It uses escapes that engines read both in text and in files.
// Engines do not read \u in files, so only NUL is written with \u.
func (p *printer) quoteLossless(s string) {
	p.refuseNUL(s)
	p.inQuotes(s, escapeLossless)
}

// refuseNUL fails if s has a NUL, because engines do not load a file with a NUL. The lossless form
// escapes it.
func (p *printer) refuseNUL(s string) {
	if !p.lossless && strings.IndexByte(s, 0) >= 0 {
		p.fail(variant.String(s), variant.Because(variant.ErrNUL, "engines do not read it"))
	}
}

// inQuotes writes s in quotes with escapes.
func (p *printer) inQuotes(s string, escape *escapes) {
	b := append(p.b, '"')
	start := 0 // start of the text that is not written yet

	for i := range len(s) {
		if e := escape[s[i]]; e != "" {
			b = append(b, s[start:i]...)
			b = append(b, e...)
			start = i + 1
		}
	}

	b = append(b, s[start:]...)
	p.b = append(b, '"')
}

// escapes has the escape for each byte, or "" for a byte that needs none.
type escapes [256]string

func newEscapes(pairs ...string) *escapes {
	var e escapes
	for i := 0; i < len(pairs); i += 2 {
		e[pairs[i][0]] = pairs[i+1]
	}
	return &e
}

// The engine escapes a String and a name differently. In names it writes \a and \v, and reads these
// back as the letters a and v.
var (
	escapeLossless = newEscapes(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`, "\r", `\r`,
		"\x00", `\u0000`)
	escapeString = newEscapes(`\`, `\\`, `"`, `\"`)
	escapeName4  = newEscapes(append(controls, `'`, `\'`)...)
	escapeName3  = newEscapes(append(controls, `'`, `\'`, `?`, `\?`)...)
)

var controls = []string{
	`\`, `\\`, "\a", `\a`, "\b", `\b`, "\f", `\f`, "\n", `\n`, "\r", `\r`, "\t", `\t`, "\v", `\v`,
	`"`, `\"`,
}

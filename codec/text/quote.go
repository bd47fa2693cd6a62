package text

import (
	"strings"

	"godotvariant/variant"
)

// quote writes a String in quotes as var_to_str does: only quotes and backslashes are escaped.
func (p *printer) quote(s string) { p.quoted(s, escapeString) }

// quoteName writes a StringName, a path or a text among arguments in quotes, with control
// characters escaped.
func (p *printer) quoteName(s string) {
	if p.godot3() {
		p.quoted(s, escapeName3)
	} else {
		p.quoted(s, escapeName4)
	}
}

func (p *printer) quoted(s string, escape *strings.Replacer) {
	if p.o.Lossless {
		p.quoteLossless(s)
		return
	}

	p.refuseNUL(s)
	p.raw(`"` + escape.Replace(s) + `"`)
}

// quoteLossless writes s in quotes, with escapes that engines read in text and in files. They do
// not read \u in files, so only NUL is written with it.
func (p *printer) quoteLossless(s string) {
	p.refuseNUL(s)
	p.raw(`"` + escapeLossless.Replace(s) + `"`)
}

// refuseNUL fails if s has a NUL, because engines do not load a file with a NUL. The lossless form
// escapes it.
func (p *printer) refuseNUL(s string) {
	if !p.o.Lossless && strings.IndexByte(s, 0) >= 0 {
		p.fail(variant.String(s), variant.Because(variant.ErrNUL, "engines do not read it"))
	}
}

// The engine escapes a String in one way and names in another. In names it writes \a and \v, and
// reads them as the letters a and v.
var (
	escapeLossless = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`, "\r", `\r`,
		"\x00", `\u0000`)
	escapeString = strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	escapeName4  = strings.NewReplacer(append(controls, `'`, `\'`)...)
	escapeName3  = strings.NewReplacer(append(controls, `'`, `\'`, `?`, `\?`)...)
)

var controls = []string{
	`\`, `\\`, "\a", `\a`, "\b", `\b`, "\f", `\f`, "\n", `\n`, "\r", `\r`, "\t", `\t`, "\v", `\v`,
	`"`, `\"`,
}

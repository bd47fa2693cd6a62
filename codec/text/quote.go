package text

import (
	"strings"

	"godotvariant/internal/token"
)

// quote writes s in quotes as var_to_str does: a String with only quotes and
// backslashes escaped, names also with control characters.
func (p *printer) quote(s string, name bool) {
	switch {
	case p.o.Lossless:
		p.raw(token.Quote(s))
	case !name:
		p.raw(`"` + escapeString.Replace(s) + `"`)
	case p.o.Version == Version3:
		p.raw(`"` + escapeName3.Replace(s) + `"`)
	default:
		p.raw(`"` + escapeName4.Replace(s) + `"`)
	}
}

// The engine escapes in two ways. It writes \a and \v, and in Godot 3 \', but reads them
// as the letter.
var (
	escapeString = strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	escapeName4  = strings.NewReplacer(append(controls, `'`, `\'`)...)
	escapeName3  = strings.NewReplacer(append(controls, `'`, `\'`, `?`, `\?`)...)
)

var controls = []string{
	`\`, `\\`, "\a", `\a`, "\b", `\b`, "\f", `\f`, "\n", `\n`, "\r", `\r`, "\t", `\t`, "\v", `\v`,
	`"`, `\"`,
}

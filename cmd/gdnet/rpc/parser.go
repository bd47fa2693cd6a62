package rpc

import (
	"strings"

	"godotvariant/cmd/internal/gdscript"
)

// A parser reads the tokens of a statement. After the last token it returns empty tokens.
type parser struct{ tokens []gdscript.Token }

func (p *parser) more() bool { return len(p.tokens) > 0 }

func (p *parser) next() (t gdscript.Token) {
	if p.more() {
		t = p.tokens[0]
		p.tokens = p.tokens[1:]
	}
	return t
}

// arguments reads arguments in round brackets, if the next token is a bracket. It omits empty
// arguments.
func (p *parser) arguments() (args [][]gdscript.Token) {
	if !p.more() || !p.tokens[0].Is(gdscript.Sign, "(") {
		return nil
	}

	p.next()
	var arg []gdscript.Token
	for depth := 1; p.more() && depth > 0; {
		t := p.next()
		depth += t.Nesting()

		ends := depth == 0 || depth == 1 && t.Is(gdscript.Sign, ",")
		if !ends {
			arg = append(arg, t)
		} else if len(arg) > 0 {
			args = append(args, arg)
			arg = nil
		}
	}
	return args
}

// words returns the text of tokens.
func words(tokens []gdscript.Token) string {
	var all []string
	for _, t := range tokens {
		all = append(all, t.Text)
	}
	return strings.Join(all, " ")
}

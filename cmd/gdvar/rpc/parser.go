package rpc

import "strings"

// A parser reads the tokens of a statement. After the last token it returns empty ones.
type parser struct{ tokens []token }

func (p *parser) more() bool { return len(p.tokens) > 0 }

func (p *parser) next() (t token) {
	if p.more() {
		t = p.tokens[0]
		p.tokens = p.tokens[1:]
	}
	return t
}

// arguments reads arguments in round brackets, if the next token is a bracket. It omits empty
// arguments.
func (p *parser) arguments() (args [][]token) {
	if !p.more() || !p.tokens[0].is(sign, "(") {
		return nil
	}

	p.next()
	var arg []token
	for depth := 1; p.more() && depth > 0; {
		t := p.next()
		if t.kind == sign {
			depth += depthOf(t.text)
		}

		ends := depth == 0 || depth == 1 && t.is(sign, ",")
		if !ends {
			arg = append(arg, t)
		} else if len(arg) > 0 {
			args = append(args, arg)
			arg = nil
		}
	}
	return args
}

// depthOf returns by how much a bracket changes the depth.
func depthOf(sign string) int {
	switch sign {
	case "(", "[", "{":
		return 1
	case ")", "]", "}":
		return -1
	}
	return 0
}

func (t token) is(k kind, s string) bool { return t.kind == k && t.text == s }

// words returns the text of tokens.
func words(tokens []token) string {
	var all []string
	for _, t := range tokens {
		all = append(all, t.text)
	}
	return strings.Join(all, " ")
}

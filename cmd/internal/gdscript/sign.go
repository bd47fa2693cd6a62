package gdscript

// sign rewrites a sign.
func (l *literal) sign(t Token) {
	around := l.around()

	switch t.Text {
	case "(", "[", "{":
		l.opens(t)
	case ")", "]", "}":
		l.closes(t)
	case ",":
		around.commas++

	case "=":
		if around.sign == "{" {
			l.replace(t.Offset, t.End, ":")
		}

	case "+":
		if l.first() {
			l.replace(t.Offset, t.End, "")
			l.last = l.before
		}

	case "-":
		if spaces := l.spaces(t.End); l.first() && spaces > 0 {
			l.replace(t.End, t.End+spaces, "")
		}

	case "^":
		l.path(t)

	case ";": // a semicolon begins a comment in the text that engines print
		l.skipTo(t.End + lengthUntil(l.rewriter.source[t.End:], '\n'))
		l.last = l.before
	}
}

// path rewrites a NodePath: ^"a/b".
func (l *literal) path(t Token) {
	ahead := l.lexer
	s, _ := ahead.next()

	if s.Kind == String && s.Offset == t.End {
		l.replace(t.Offset, t.End, "NodePath(")
		l.lexer = ahead
		l.string(s, false)
		l.replace(s.End, s.End, ")")
	}
}

// opens handles an opening bracket.
func (l *literal) opens(t Token) {
	b := bracket{sign: t.Text}
	if l.before.Kind == Word {
		b.name = l.before.Text
	}

	around := l.around()
	inCall := l.before.Is(Sign, "(")

	switch {
	case t.Text == "[" && inCall && isPacked(around.name):
		b.packed = around.name
	case t.Text == "(" && itemOf(around.packed) != "" && b.name != "":
		b.vector = b.name
	}

	if b.packed != "" || b.vector != "" {
		l.replace(t.Offset, t.End, "")
	}

	l.open = append(l.open, b)
}

// closes handles a closing bracket.
func (l *literal) closes(t Token) {
	if len(l.open) == 0 {
		return
	}

	b := *l.around()
	l.open = l.open[:len(l.open)-1]
	n := b.commas + 1

	end := t.Offset // end of the text that is replaced
	if b.packed != "" || b.vector != "" {
		end = t.End
	}

	switch {
	case b.sign == "(" && b.name == "Color" && n == 3:
		l.replace(t.Offset, end, ", 1") // alpha
	case end > t.Offset:
		l.replace(t.Offset, end, "")
	}

	if b.vector != "" && n != vectorSizes[b.vector] && (b.vector != "Color" || n != 3) {
		l.fail(t.Offset, "a "+b.vector+" with another number of components")
	}

	rest := l.rewriter.source[t.End+l.spaces(t.End):]
	if b.packed != "" && rest != "" && rest[0] != ')' {
		l.fail(t.End, "expected ')'")
	}
}

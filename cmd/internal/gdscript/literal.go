package gdscript

import (
	"errors"
	"strconv"
	"strings"

	"godotvariant/codec"
	"godotvariant/codec/text"
	"godotvariant/variant"
)

// Parse returns the value of a literal. The codec has the same meaning as in [text.Parse]. For a
// text that is not a literal, the error is a [*variant.Error] with the line, column and offset in
// the text.
func Parse(source string, c *codec.Codec) (variant.Variant, error) {
	l := newLiteral(source)
	if err := l.rewrite(); err != nil {
		return nil, err
	}

	v, err := text.Parse(l.text(), c)

	var at *variant.Error
	if errors.As(err, &at) {
		return nil, newError(source, l.offset(at.Offset), at.Path, at.Err)
	}

	return v, err
}

// rewrite replaces the forms that only GDScript has.
func (l *literal) rewrite() error {
	for l.err == nil {
		l.before = l.last
		t, ok := l.next()
		if !ok {
			break
		}

		switch t.Kind {
		case Comment:
			l.comment(t)
		case Word:
			l.word(t)
		case Number:
			l.number(t)
		case String:
			l.string(t, false)
		case Sign:
			l.sign(t)
		}
	}

	return l.err
}

// comment removes a comment. At the beginning of a value, # and the digits of a color are not a
// comment: str_to_var reads them as a color, although GDScript has no such literal.
func (l *literal) comment(t Token) {
	digits := lengthOf(t.Text[1:], isWord)
	isColor := digits == 3 || digits == 4 || digits == 6 || digits == 8
	isHex := strings.Trim(t.Text[1:1+digits], "0123456789abcdefABCDEF") == ""

	if !l.first() || !isColor || !isHex {
		l.replace(t.Offset, t.End, "")
		return
	}

	l.skipTo(t.Offset + 1 + digits)
	l.last = Token{Kind: Word, Offset: t.Offset, End: l.pos, Line: t.Line}
}

// number rewrites a number.
func (l *literal) number(t Token) {
	if packed := l.around().packed; itemOf(packed) != "" {
		l.fail(t.Offset, "expected "+itemOf(packed))
	}

	digits := strings.ReplaceAll(t.Text, "_", "")

	switch {
	case l.around().name == "nan": // the digits are the bits of a NaN
		return
	case !isDecimal(digits):
		u, err := strconv.ParseUint(digits, 0, 64) // out of range: u is the greatest uint64
		if errors.Is(err, strconv.ErrSyntax) {
			l.fail(t.Offset, "expected a number")
			return
		}
		digits = strconv.FormatUint(u, 10)
	case strings.HasPrefix(digits, "."):
		digits = "0" + digits
	}

	if digits != t.Text {
		l.replace(t.Offset, t.End, digits)
	}
}

package browse

import "godotvariant/internal/printable"

// Lines implements terminal.View.
func (b *browser) Lines() []string {
	lines := []string{b.clip(b.file.Title())}

	if b.mode == reviewing || b.mode == helping {
		end := min(len(b.review), b.scroll+b.lines())
		for _, text := range b.review[b.scroll:end] {
			lines = append(lines, b.clip(text))
		}
	} else {
		lines = append(lines, b.treeLines()...)
	}

	for len(lines) < b.height-1 {
		lines = append(lines, "")
	}

	return append(lines, b.clip(b.lastLine()))
}

// treeLines returns the lines of the tree that are on the screen.
func (b *browser) treeLines() (lines []string) {
	for row := range b.open.Rows(b.root, b.top, b.top+b.lines()) {
		text := b.clip(b.text(row))

		if row.Index == b.cursor {
			if b.mode == editing {
				text = b.clip(label(row) + b.line.String())
			}
			text = "\x1b[7m" + text + "\x1b[0m"
		}

		lines = append(lines, text)
	}

	return lines
}

// lastLine returns the help for the keys, or a message.
func (b *browser) lastLine() string {
	switch {
	case b.message != "":
		return b.message
	case b.mode == searching:
		return "/" + b.line.String()
	case b.mode == editing:
		return "enter: set   esc: leave it as it was"
	case b.mode == reviewing:
		return "y: write   n: back"
	case b.mode == leaving:
		return "drop the changes? y/n"
	case b.mode == helping:
		return "q: back"
	default:
		return "enter: edit   /: search   d: delete   u: undo   s: write   q: leave   ?: keys"
	}
}

// clip cuts text to the width of the screen.
func (b *browser) clip(s string) string {
	runes := []rune(printable.Text(s))
	return string(runes[:min(len(runes), b.width)])
}

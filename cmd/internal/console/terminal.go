package console

import (
	"io"
	"os"

	"golang.org/x/term"
)

// Terminal returns the file of a stream if the file is a terminal, otherwise nil. The stream may be
// wrapped in a Screen or an Output.
func Terminal(stream any) *os.File {
	for {
		around, ok := stream.(interface{ Unwrap() io.Writer })
		if !ok {
			break
		}
		stream = around.Unwrap()
	}

	if f, ok := stream.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return f
	}

	return nil
}

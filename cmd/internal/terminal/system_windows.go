package terminal

import (
	"context"
	"os"

	"golang.org/x/sys/windows"
)

// enable makes a console understand escape sequences. It returns a function that restores the
// earlier mode of the console.
func enable(out *os.File) (restore func(), err error) {
	console := windows.Handle(out.Fd())
	var before uint32
	if err := windows.GetConsoleMode(console, &before); err != nil {
		return nil, err
	}

	err = windows.SetConsoleMode(console, before|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING)
	return func() { _ = windows.SetConsoleMode(console, before) }, err
}

// resized returns a channel that never receives: a console does not report a change of its size. So
// the screen reads the size after each key.
func resized(context.Context) <-chan os.Signal { return nil }

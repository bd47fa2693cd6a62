package programtest

import (
	"regexp"
)

var (
	wordForm = regexp.MustCompile(`('[^']*'|\\.|[^'\\ ])+`)
	quoted   = regexp.MustCompile(`'([^']*)'|\\(.)`)
)

// Split splits a command line at spaces outside of single quotes. A backslash outside of them takes
// the next character as it is.
func Split(line string) []string {
	words := wordForm.FindAllString(line, -1)
	for i, word := range words {
		words[i] = quoted.ReplaceAllString(word, "$1$2")
	}

	return words
}

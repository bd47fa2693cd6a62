package programtest

import (
	"regexp"
)

var (
	wordForm = regexp.MustCompile(`('[^']*'|\\.|[^'\\ ])+`)
	quoted   = regexp.MustCompile(`'([^']*)'|\\(.)`)
)

// Split splits a command line at spaces outside of single quotes. Outside of quotes, a backslash
// removes the special meaning of the next character.
func Split(line string) []string {
	words := wordForm.FindAllString(line, -1)
	for i, word := range words {
		words[i] = quoted.ReplaceAllString(word, "$1$2")
	}

	return words
}

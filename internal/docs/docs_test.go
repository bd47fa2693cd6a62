// Package docs holds the documents to the code: links lead somewhere, commands run,
// snippets compile, and the recipes of the README do what they say.
package docs

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// root is the folder of the module.
const root = "../.."

// files returns the paths of the repository's files with one of the extensions, relative to its
// folder and with slashes, without packages of npm. Without extensions it returns all files.
func files(t testing.TB, extensions ...string) []string {
	t.Helper()
	var found []string
	require.NoError(t, filepath.WalkDir(root,
		func(path string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}

			if entry.IsDir() {
				if entry.Name() == ".git" || entry.Name() == "node_modules" {
					return filepath.SkipDir
				}
				return nil
			}

			if len(extensions) == 0 || slices.Contains(extensions, filepath.Ext(path)) {
				relative, err := filepath.Rel(root, path)
				if err != nil {
					return err
				}
				found = append(found, filepath.ToSlash(relative))
			}

			return nil
		}))

	require.NotEmpty(t, found)
	return found
}

// read returns the text of a file of the repository.
func read(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, path))
	require.NoError(t, err)
	return string(text)
}

var fence = regexp.MustCompile("(?ms)^ *```(\\w*)\n(.*?)^ *```$")

// fenced returns the blocks of code of a language in a document.
func fenced(document, language string) []string {
	var blocks []string
	for _, block := range fence.FindAllStringSubmatch(document, -1) {
		if block[1] == language {
			blocks = append(blocks, block[2])
		}
	}
	return blocks
}

var inlineCode = regexp.MustCompile("`([^`\n]+(?:\n[^`\n]+)*)`")

// inline returns the pieces of code within the text of a document.
func inline(document string) []string {
	var pieces []string
	for _, piece := range inlineCode.FindAllStringSubmatch(fence.ReplaceAllString(document, ""),
		-1) {
		pieces = append(pieces, piece[1])
	}
	return pieces
}

// needs skips a test if the machine lacks one of the programs.
func needs(t testing.TB, programs ...string) {
	t.Helper()
	for _, program := range programs {
		if _, err := exec.LookPath(program); err != nil {
			missing(t, program, err.Error())
		}
	}
}

// missing skips a test that needs something which this machine lacks. .ci/run looks for the words.
func missing(t testing.TB, what, why string) {
	t.Helper()
	t.Skipf("SKIPPED, not tested without %s: %s", what, strings.TrimSpace(why))
}

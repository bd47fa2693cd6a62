package docs

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	inlineLink    = regexp.MustCompile(`\]\(([^)\s]+)(?:\s+"[^"]*")?\)`)
	referenceLink = regexp.MustCompile(`(?m)^\[[^\]]+\]:\s*(\S+)`)
	htmlLink      = regexp.MustCompile(`<(?:a|img|source)\s[^>]*(?:href|src|srcset)="([^"]*)"`)
	heading       = regexp.MustCompile(`(?m)^#+ +(.+?) *#*$`)
)

// links returns the targets of the links of a document.
func links(document string) []string {
	document = inlineCode.ReplaceAllString(fence.ReplaceAllString(document, ""), "")
	var targets []string
	for _, form := range []*regexp.Regexp{inlineLink, referenceLink, htmlLink} {
		for _, link := range form.FindAllStringSubmatch(document, -1) {
			targets = append(targets, link[1])
		}
	}
	return targets
}

// anchors returns the anchors for the headings of a document. An anchor is in lower case, without
// punctuation, and with hyphens for spaces. The second heading with the same text gets a number.
func anchors(document string) []string {
	var all []string
	seen := map[string]int{}
	for _, h := range heading.FindAllStringSubmatch(fence.ReplaceAllString(document, ""), -1) {
		anchor := strings.Map(func(r rune) rune {
			switch {
			case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
				return unicode.ToLower(r)
			case r == ' ':
				return '-'
			}
			return -1
		}, h[1])

		if n := seen[anchor]; n > 0 {
			all = append(all, fmt.Sprintf("%s-%d", anchor, n))
		} else {
			all = append(all, anchor)
		}

		seen[anchor]++
	}

	return all
}

// checkLink checks a link in the document of a file. It returns the reason why the link is wrong,
// or "".
func checkLink(file, target string) string {
	u, err := url.Parse(target)
	if err != nil {
		return err.Error()
	}

	if u.IsAbs() {
		if u.Scheme == "mailto" || u.Scheme == "https" && strings.Contains(u.Host, ".") {
			return ""
		}
		return "no https address"
	}

	to := file
	if u.Path != "" {
		to = path.Join(path.Dir(file), u.Path)
	}
	if strings.HasPrefix(u.Path, "/") || strings.HasPrefix(to, "..") {
		return "it leads out of the repository"
	}
	if _, err := os.Stat(filepath.Join(root, to)); err != nil {
		return "no such file"
	}
	if u.Fragment == "" {
		return ""
	}

	text, err := os.ReadFile(filepath.Join(root, to))
	if err != nil || !slices.Contains(anchors(string(text)), u.Fragment) {
		return "no such heading"
	}

	return ""
}

// TestLinks: every link of every document leads to a file or a heading. Addresses on the web are
// only parsed.
func TestLinks(t *testing.T) {
	n := 0
	for _, file := range files(t, ".md") {
		for _, target := range links(read(t, file)) {
			n++
			assert.Empty(t, checkLink(file, target), "%s: link to %s", file, target)
		}
	}
	assert.Greater(t, n, 20, "links found")
}

// TestCheckLink: checkLink finds wrong links.
func TestCheckLink(t *testing.T) {
	require.Equal(t, []string{"a.md", "#b", "https://c.org"},
		links("[x](a.md) `[no](no)` [`y`\n z](#b \"title\")\n[r]: https://c.org"))
	require.Equal(t, []string{"one-value-in-hand", "speed", "speed-1"},
		anchors("# One value, in `hand`\n## Speed\n# Speed"))

	for target, want := range map[string]string{
		"go.mod":                        "",
		"codec":                         "",
		".github/CONTRIBUTING.md":       "",
		".github/CONTRIBUTING.md#words": "",
		"https://go.dev/doc":            "",
		"nothing.md":                    "no such file",
		"#nothing":                      "no such heading",
		"../elsewhere":                  "it leads out of the repository",
		"/go.mod":                       "it leads out of the repository",
		"http://go.dev":                 "no https address",
		"https://":                      "no https address",
	} {
		assert.Equal(t, want, checkLink("README.md", target), target)
	}
}

var (
	// fileName matches a source file or document without a folder, and filePath matches one in a
	// folder. Other names without a folder are names of files in a user's game.
	filePath = regexp.MustCompile(`(?:[\w.*-]+/)+[\w.*-]+\.` +
		`(?:go|md|gd|jsonl|json|txt|cjs|js|html|svg)\b`)
	fileName = regexp.MustCompile(`\b\w+\.(?:go|md|cjs)\b`)
	address  = regexp.MustCompile(`\w+://\S+|\b(?:github\.com|golang\.org|pkg\.go\.dev)/\S+`)
)

// mentioned returns the names of files in a text.
func mentioned(text string) []string {
	text = address.ReplaceAllString(text, "")
	names := filePath.FindAllString(text, -1)
	return append(names, fileName.FindAllString(filePath.ReplaceAllString(text, ""), -1)...)
}

// exists reports whether a file has the name, in any folder. A * in the name stands for any
// characters.
func exists(all []string, name string) bool {
	name = path.Clean(name)
	depth := strings.Count(name, "/")
	return slices.ContainsFunc(all, func(file string) bool {
		parts := strings.Split(file, "/")
		if len(parts) <= depth {
			return false
		}
		ok, err := path.Match(name, strings.Join(parts[len(parts)-depth-1:], "/"))
		return ok && err == nil
	})
}

// TestMentions: every file that a comment or document mentions exists.
func TestMentions(t *testing.T) {
	all := files(t)
	n := 0
	check := func(where, text string) {
		for _, name := range mentioned(text) {
			if strings.HasPrefix(name, "../") {
				continue // TestLinks checks links
			}
			n++
			assert.True(t, exists(all, name), "%s: no file %s", where, name)
		}
	}

	for _, file := range files(t, ".go") {
		fset := token.NewFileSet()
		parsed, err := parser.ParseFile(fset, filepath.Join(root, file), nil, parser.ParseComments)
		require.NoError(t, err)
		for _, comment := range parsed.Comments {
			check(fmt.Sprintf("%s:%d", file, fset.Position(comment.Pos()).Line), comment.Text())
		}
	}

	for _, file := range files(t, ".md") {
		for _, code := range inline(read(t, file)) {
			check(file, code)
		}
	}

	assert.Greater(t, n, 50, "names found")
	assert.False(t, exists(all, "codec/nothing.go"))
	assert.True(t, exists(all, "codec/dialect_*.go"))
}

// chosen matches conditions under which a test may be skipped with any message. These conditions
// depend on how the tests are run, and not on what the machine has. The last condition is a flag
// that is not set.
var chosen = regexp.MustCompile(`testing\.Short\(\)|\btestkit\.Long\(\)|\b[rR]aced\b|` +
	`\brace(Enabled|Detector)\b|runtime\.GOOS|^\*\w+ == 0$`)

// TestSkips: if the machine does not have something that a test needs, the test prints "SKIPPED,
// not tested". The script .ci/run searches for these words, and fails. Without a native Godot 4 a
// test prints "NOT RUN", and .ci/run lists these tests. All other skips depend on a flag or on the
// operating system.
func TestSkips(t *testing.T) {
	n, notRun := 0, 0
	for _, file := range files(t, ".go") {
		fset := token.NewFileSet()
		parsed, err := parser.ParseFile(fset, filepath.Join(root, file), nil, 0)
		require.NoError(t, err)

		var around []ast.Node
		ast.Inspect(parsed, func(node ast.Node) bool {
			if node == nil {
				around = around[:len(around)-1]
				return true
			}

			around = append(around, node)
			if call, ok := node.(*ast.CallExpr); ok && isSkip(call) {
				n++
				source := print(t, fset, call)

				ok := strings.Contains(source, `("SKIPPED, not tested`)
				if strings.Contains(source, `("NOT RUN: `) {
					notRun++
					ok = true
				}

				for _, outer := range around {
					switch outer := outer.(type) {
					case *ast.IfStmt:
						ok = ok || chosen.MatchString(print(t, fset, outer.Cond))
					case *ast.CaseClause:
						for _, condition := range outer.List {
							ok = ok || chosen.MatchString(print(t, fset, condition))
						}
					}
				}

				assert.True(t, ok, "%s: %s", fset.Position(call.Pos()), source)
			}

			return true
		})
	}

	assert.Greater(t, n, 10, "skips found")
	assert.Equal(t, 1, notRun, "only enginetest.Native4 says NOT RUN")
}

// isSkip reports whether a call is Skip, Skipf or SkipNow of a test, benchmark or fuzz target.
func isSkip(call *ast.CallExpr) bool {
	method, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	of, ok := method.X.(*ast.Ident)
	return ok && slices.Contains([]string{"t", "tb", "b", "f"}, of.Name) &&
		slices.Contains([]string{"Skip", "Skipf", "SkipNow"}, method.Sel.Name)
}

// print returns the source of a node.
func print(t *testing.T, fset *token.FileSet, node ast.Node) string {
	var b bytes.Buffer
	require.NoError(t, printer.Fprint(&b, fset, node))
	return b.String()
}

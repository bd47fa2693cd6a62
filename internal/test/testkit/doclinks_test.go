package testkit

import (
	"cmp"
	"go/ast"
	"go/build"
	"go/doc"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/internal/test/repository"
)

const module = "godotvariant/"

// bracketed matches a name in brackets that has the form of a link, such as [Name], [Type.Method]
// and [package.Name]. It does not match an index after a word, as in Array[Node].
var bracketed = regexp.MustCompile(`(?:^|[\s(])(\[\*?(?:[a-z]\w*\.)?[A-Z]\w*(?:\.[A-Z]\w*)?\])`)

// marked matches the mark of a heading or of a list item. A page shows this mark as text if the
// blank line around a heading, or the indentation of a list, is missing.
var marked = regexp.MustCompile(`(?m)^[#*-] `)

// TestDocLinks requires that each name in brackets in the documentation is a link to an exported
// name, and that each line with the mark of a heading or list item is shown as a heading or list
// item. Preformatted blocks show brackets unchanged, so names in brackets are not allowed there.
func TestDocLinks(t *testing.T) {
	packages := docPackages{}
	links := 0
	for _, importPath := range publicPackages(t) {
		p := packages.load(t, importPath)
		for name, text := range docComments(p) {
			blocks := p.Parser().Parse(text).Content
			for _, b := range blocks {
				if paragraph, ok := b.(*comment.Paragraph); ok && len(paragraph.Text) > 0 {
					first, _ := paragraph.Text[0].(comment.Plain)
					assert.NotRegexp(t, marked, string(first), "%s: %s", importPath, name)
				}
			}

			for _, part := range docText(blocks) {
				switch part := part.(type) {
				case *comment.DocLink:
					links++
					assert.NotContains(t, part.ImportPath, module+"internal",
						"%s: %s: users do not read that page", importPath, name)

					to := packages.load(t, cmp.Or(part.ImportPath, importPath))
					assert.True(t, part.Name == "" || to.Parser().LookupSym(part.Recv, part.Name),
						"%s: %s: package %s has no %s.%s", importPath, name, to.ImportPath,
						part.Recv, part.Name)

				case comment.Plain:
					for _, m := range bracketed.FindAllStringSubmatch(string(part), -1) {
						t.Errorf("%s: %s: %s is not a link", importPath, name, m[1])
					}
				}
			}
		}
	}

	assert.Greater(t, links, 500)
}

// publicPackages returns the import paths of the packages whose documentation users read.
func publicPackages(t *testing.T) (importPaths []string) {
	for _, top := range []string{"variant", "math", "packed", "objects", "codec"} {
		root := repository.Path()
		require.NoError(t, filepath.WalkDir(filepath.Join(root, top),
			func(name string, d fs.DirEntry, err error) error {
				if d != nil && d.Name() == "internal" {
					return fs.SkipDir
				}
				if sources, _ := filepath.Glob(filepath.Join(name, "*.go")); len(sources) > 0 {
					rel, err := filepath.Rel(root, name)
					importPaths = append(importPaths, module+filepath.ToSlash(rel))
					return err
				}
				return err
			}))
	}

	return importPaths
}

type docPackages map[string]*doc.Package

// load returns the documentation of a package of the module or of the standard library.
func (ps docPackages) load(t *testing.T, importPath string) *doc.Package {
	if p, ok := ps[importPath]; ok {
		return p
	}

	dir := filepath.Join(build.Default.GOROOT, "src", importPath)
	if rest, ok := strings.CutPrefix(importPath, module); ok {
		dir = repository.Path(rest)
	}

	pkg, err := build.ImportDir(dir, 0)
	require.NoError(t, err)
	fset := token.NewFileSet()

	var files []*ast.File
	for _, name := range pkg.GoFiles {
		file, err := parser.ParseFile(fset, filepath.Join(dir, name), nil, parser.ParseComments)
		require.NoError(t, err)
		files = append(files, file)
	}

	p, err := doc.NewFromFiles(fset, files, importPath)
	require.NoError(t, err)
	ps[importPath] = p

	return p
}

// docComments returns the comments of a package by the names that they describe. It leaves out
// comments inside declarations, because a page shows them as source code.
func docComments(p *doc.Package) map[string]string {
	out := map[string]string{"the package": p.Doc}
	add := func(owner string, fs []*doc.Func, values ...*doc.Value) {
		for _, f := range fs {
			out[owner+f.Name] = f.Doc
		}
		for _, v := range values {
			out[v.Names[0]] = v.Doc
		}
	}

	add("", p.Funcs, slices.Concat(p.Consts, p.Vars)...)
	for _, typ := range p.Types {
		out[typ.Name] = typ.Doc
		add("", typ.Funcs, slices.Concat(typ.Consts, typ.Vars)...)
		add(typ.Name+".", typ.Methods)
	}

	return out
}

// docText returns all text of a comment. The text of a preformatted block is plain text.
func docText(blocks []comment.Block) (out []comment.Text) {
	for _, b := range blocks {
		switch b := b.(type) {
		case *comment.Heading:
			out = append(out, b.Text...)
		case *comment.Paragraph:
			out = append(out, b.Text...)
		case *comment.Code:
			out = append(out, comment.Plain(b.Text))

		case *comment.List:
			for _, item := range b.Items {
				out = append(out, docText(item.Content)...)
			}
		}
	}

	return out
}

package testkit

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// standard are the methods of interfaces of the standard library, which need no Example.
var standard = []string{"String", "GoString", "Error", "Unwrap", "Equal", "Read", "Write", "Close"}

// RequireExamples fails for each exported function and method of the package in the working
// directory that has no Example with output, but for the methods of the standard library's
// interfaces and the names in exempt, such as "Raw.Encode".
func RequireExamples(t testing.TB, exempt ...string) {
	t.Helper()
	fset := token.NewFileSet()
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, name := range names {
		file, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	p, err := doc.NewFromFiles(fset, files, "godotvariant")
	if err != nil {
		t.Fatal(err)
	}
	require := func(name string, examples []*doc.Example) {
		if slices.Contains(exempt, name) {
			return
		}
		for _, e := range examples {
			if e.Output != "" || e.EmptyOutput {
				return
			}
		}
		t.Errorf("%s has no Example with output", name)
	}
	for _, f := range p.Funcs {
		require(f.Name, f.Examples)
	}
	for _, typ := range p.Types {
		for _, f := range append(typ.Funcs, typ.Methods...) {
			if f.Recv == "" || !slices.Contains(standard, f.Name) {
				require(strings.TrimLeft(f.Recv+"."+f.Name, "*."), f.Examples)
			}
		}
	}
}

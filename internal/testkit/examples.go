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
	for _, f := range Functions(t) {
		if f.Recv == "" || !slices.Contains(standard, f.Name) {
			requireExample(t, strings.TrimLeft(f.Recv+"."+f.Name, "*."), f.Examples, exempt)
		}
	}
}

// RequireTypeExamples fails for each exported type and each exported function that is no method
// that has no Example with output, but for the names in exempt.
func RequireTypeExamples(t testing.TB, exempt ...string) {
	t.Helper()
	for _, f := range Functions(t) {
		if f.Recv == "" {
			requireExample(t, f.Name, f.Examples, exempt)
		}
	}

	for _, typ := range documentation(t).Types {
		requireExample(t, typ.Name, typ.Examples, exempt)
	}
}

func requireExample(t testing.TB, name string, examples []*doc.Example, exempt []string) {
	t.Helper()
	hasOutput := func(e *doc.Example) bool { return e.Output != "" || e.EmptyOutput }
	if !slices.Contains(exempt, name) && !slices.ContainsFunc(examples, hasOutput) {
		t.Errorf("%s has no Example with output", name)
	}
}

// Functions returns the exported functions and methods of the package in the working directory.
func Functions(t testing.TB) []*doc.Func {
	t.Helper()
	p := documentation(t)
	functions := p.Funcs
	for _, typ := range p.Types {
		functions = append(append(functions, typ.Funcs...), typ.Methods...)
	}
	return functions
}

// documentation returns the documentation of the package in the working directory.
func documentation(t testing.TB) *doc.Package {
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

	return p
}

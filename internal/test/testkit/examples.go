package testkit

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"testing"
)

// standard has the names of methods from interfaces of the standard library. These methods need no
// Example.
var standard = []string{"String", "GoString", "Error", "Unwrap", "Equal", "Read", "Write", "Close"}

// RequireExamples fails if the package in the working directory has no Example with output, or if
// an exported type with methods has no Example. The Example may be for the type, for one of its
// methods, or for a function that returns the type. The types in the argument exempt need no
// Example, because the Examples of other types show them.
func RequireExamples(t testing.TB, exempt ...string) {
	t.Helper()
	p := documentation(t)
	found := slices.ContainsFunc(p.Examples, hasOutput)

	for _, f := range p.Funcs {
		found = found || slices.ContainsFunc(f.Examples, hasOutput)
	}

	for _, typ := range p.Types {
		shown := slices.ContainsFunc(typ.Examples, hasOutput)
		needed := false
		for _, f := range slices.Concat(typ.Funcs, typ.Methods) {
			shown = shown || slices.ContainsFunc(f.Examples, hasOutput)
			needed = needed || !slices.Contains(standard, f.Name)
		}

		if needed && !shown && !slices.Contains(exempt, typ.Name) {
			t.Errorf("%s has no Example with output", typ.Name)
		}

		found = found || shown
	}

	if !found {
		t.Error("the package has no Example with output")
	}
}

func hasOutput(e *doc.Example) bool { return e.Output != "" || e.EmptyOutput }

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

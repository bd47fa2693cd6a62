package main

import (
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"godotvariant/internal/test/repository"
	"godotvariant/internal/test/source"
)

// lines returns the exported names of all public packages, sorted, each on its own line:
//
//	codec: func Encode(variant.Variant) ([]byte, error)
//	codec: type Options struct
//	codec: field Options.Dialect *variant.Dialect
//	codec: method (*Codec).Encode(variant.Variant) ([]byte, error)
func lines() (all []string, err error) {
	packages, err := source.Library()
	if err != nil {
		return nil, err
	}

	lists := map[string]*source.Listing{} // listings by module
	for _, name := range slices.Sorted(maps.Keys(packages)) {
		if !source.IsPublic(name) {
			continue
		}

		module := source.Module(name)
		if lists[module] == nil {
			lists[module], err = source.List(repository.Path(module), "./...")
			if err != nil {
				return nil, fmt.Errorf("%s: %w", module, err)
			}
		}

		pkg, _, err := lists[module].Check(token.NewFileSet(), "godotvariant/"+name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		for _, line := range declarations(pkg) {
			all = append(all, name+": "+line)
		}
	}
	return all, nil
}

// declarations returns a line for each exported name of one package, without the package's name.
func declarations(pkg *types.Package) (all []string) {
	l := lister{pkg: pkg}
	for _, name := range pkg.Scope().Names() {
		if object := pkg.Scope().Lookup(name); object.Exported() {
			l.declare(object)
		}
	}
	return l.lines
}

// A lister collects the lines of a package.
type lister struct {
	pkg   *types.Package
	lines []string
}

func (l *lister) add(format string, args ...any) {
	l.lines = append(l.lines, fmt.Sprintf(format, args...))
}

// declare adds the lines of an exported object.
func (l *lister) declare(object types.Object) {
	switch object := object.(type) {
	case *types.Const:
		l.add("const %s %s = %s", object.Name(), l.text(object.Type()), object.Val())
	case *types.Var:
		l.add("var %s %s", object.Name(), l.text(object.Type()))
	case *types.Func:
		l.add("func %s%s", object.Name(), l.signature(object.Signature()))
	case *types.TypeName:
		l.declareType(object)
	}
}

// declareType adds the lines of a type, its fields and its methods.
func (l *lister) declareType(object *types.TypeName) {
	named, isNamed := object.Type().(*types.Named)
	if object.IsAlias() || !isNamed {
		l.add("type %s = %s", object.Name(), l.text(types.Unalias(object.Type())))
		return
	}

	name := object.Name() + l.parameters(named.TypeParams())
	switch under := named.Underlying().(type) {
	case *types.Struct:
		l.add("type %s struct", name)
		for field := range under.Fields() {
			if field.Exported() {
				l.add("field %s.%s %s", object.Name(), field.Name(), l.text(field.Type()))
			}
		}
	case *types.Interface:
		l.add("type %s interface { %s }", name, l.members(under))
		return
	default:
		l.add("type %s %s", name, l.text(under))
	}

	l.declareMethods(object.Name(), named)
}

// declareMethods adds the lines of the exported methods of a type, with the methods of embedded
// fields.
func (l *lister) declareMethods(name string, named *types.Named) {
	ofValue := types.NewMethodSet(named)
	for selection := range types.NewMethodSet(types.NewPointer(named)).Methods() {
		method := selection.Obj().(*types.Func)
		if !method.Exported() {
			continue
		}

		receiver := "*" + name
		if ofValue.Lookup(method.Pkg(), method.Name()) != nil {
			receiver = name
		}
		l.add("method (%s).%s%s", receiver, method.Name(), l.signature(method.Signature()))
	}
}

// members returns the methods and embedded types of an interface.
func (l *lister) members(i *types.Interface) string {
	var all []string
	for embedded := range i.EmbeddedTypes() {
		all = append(all, l.text(embedded))
	}
	for method := range i.ExplicitMethods() {
		if method.Exported() {
			all = append(all, method.Name()+l.signature(method.Signature()))
		} else {
			all = append(all, "unexported methods")
		}
	}

	slices.Sort(all)
	return strings.Join(slices.Compact(all), "; ")
}

// parameters returns the type parameters of a type.
func (l *lister) parameters(list *types.TypeParamList) string {
	var all []string
	for p := range list.TypeParams() {
		all = append(all, p.Obj().Name()+" "+l.text(p.Constraint()))
	}
	if len(all) == 0 {
		return ""
	}
	return "[" + strings.Join(all, ", ") + "]"
}

// signature returns the types of the parameters and results of a function. It leaves out their
// names, because a change of a name breaks no program.
func (l *lister) signature(s *types.Signature) string {
	unnamed := types.NewSignatureType(nil, nil, nil, withoutNames(s.Params()),
		withoutNames(s.Results()), s.Variadic())
	return l.parameters(s.TypeParams()) + strings.TrimPrefix(l.text(unnamed), "func")
}

// withoutNames returns the parameters without their names.
func withoutNames(list *types.Tuple) *types.Tuple {
	var all []*types.Var
	for v := range list.Variables() {
		all = append(all, types.NewParam(token.NoPos, v.Pkg(), "", v.Type()))
	}
	return types.NewTuple(all...)
}

// text returns the text of a type, with the names of packages.
func (l *lister) text(t types.Type) string {
	return types.TypeString(t, func(pkg *types.Package) string {
		if pkg == l.pkg {
			return ""
		}
		return pkg.Name()
	})
}

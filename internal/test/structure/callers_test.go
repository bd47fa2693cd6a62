package structure

import (
	"go/token"
	"go/types"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/internal/test/repository"
	"godotvariant/internal/test/source"
)

// TestWireHasCallers: each exported method of package wire is called by another package. There are
// about two hundred such methods.
func TestWireHasCallers(t *testing.T) {
	list, err := source.List(repository.Path(), "./...")
	require.NoError(t, err)

	const wire = module + "internal/wire"
	called := map[string]bool{}
	for _, pkg := range list.Packages {
		if pkg == wire {
			continue
		}
		_, info, err := list.Check(token.NewFileSet(), pkg)
		require.NoError(t, err)
		for _, object := range info.Uses {
			if f, ok := object.(*types.Func); ok && f.Pkg() != nil {
				called[f.FullName()] = true
			}
		}
	}

	checked, _, err := list.Check(token.NewFileSet(), wire)
	require.NoError(t, err)
	for _, name := range checked.Scope().Names() {
		object, ok := checked.Scope().Lookup(name).(*types.TypeName)
		if !ok || !object.Exported() {
			continue
		}

		for method := range types.NewMethodSet(types.NewPointer(object.Type())).Methods() {
			f := method.Obj().(*types.Func)
			assert.True(t, !f.Exported() || called[f.FullName()], f.FullName())
		}
	}
}

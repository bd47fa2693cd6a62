package browse

import (
	"fmt"

	"godotvariant/cmd/internal/search"
	"godotvariant/cmd/internal/values"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// find moves to the next row that matches the last query. After the last row it continues with the
// first row.
func (b *browser) find() {
	if b.sought == "" {
		return
	}

	found, err := b.search()
	switch {
	case err != nil:
		b.message = err.Error()
		return
	case len(found.Found) == 0:
		b.message = fmt.Sprintf("%q is not there", b.sought)
		return
	}

	at, same := found.Index(b.row(b.cursor).Place)
	if same {
		at++
	}

	b.move(b.reveal(found.Found[at%len(found.Found)]))
}

// search returns a search for the last query in the current values.
func (b *browser) search() (*search.Search, error) {
	if b.found != nil {
		return b.found, nil
	}

	q, err := search.Parse(b.sought)
	if err != nil {
		return nil, err
	}

	b.found = search.New(q, b.edited)
	for !b.found.Ended {
		b.found.Run(b.root)
	}
	return b.found, nil
}

// edited reports whether the value at a path differs from the value in the file. A container does
// not count as edited if only its parts have changed.
func (b *browser) edited(path string) bool {
	is, err := tree.Lookup(b.root, path)
	if err != nil || values.Of(is).N > 0 {
		return false
	}

	was, err := tree.Lookup(b.file.Root(), path)
	return err != nil || !variant.Equal(is, was)
}

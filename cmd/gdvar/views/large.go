package views

import (
	"fmt"
	"io"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/large"
	"godotvariant/codec"
	"godotvariant/variant"
)

// FlatLarge is Flat for a packet that is read in place.
func FlatLarge(w io.Writer, f *document.Format, start variant.Path, p *large.Packet) error {
	s := codec.NewScanner(p.Bytes(0, p.Len()), p.Codec())
	path := []byte(start.String())
	ends := []int{len(path)} // of the path to each container around the token

	for s.Next() {
		p.Tell(s.End())
		if s.Kind() == codec.TokenClose || s.Kind() == codec.TokenName {
			continue
		}
		if s.IsKey() {
			s.Skip()
			continue
		}

		ends = ends[:s.Depth()+1]
		path = path[:ends[s.Depth()]]
		if s.Depth() > 0 {
			path = append(path, s.Step().String()...)
		}
		ends = append(ends, len(path))

		v, err := s.Empty()
		if s.Kind() == codec.TokenValue {
			v, err = s.Value()
		}
		if err != nil {
			return err
		}

		if _, err := fmt.Fprintf(w, "%s = %s\n", path, f.Text(v)); err != nil {
			return err
		}
	}

	return s.Err()
}

package session

import (
	"path"
	"strings"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/message"
	"godotvariant/cmd/internal/salvage"
	"godotvariant/cmd/webpage/session/format"
	"godotvariant/codec/savefile"
)

// Salvage opens the readable part of a damaged file as a new file.
func (f *file) Salvage(None) (Opened, error) {
	if f.damage == nil {
		return Opened{}, message.NewFault("notDamaged", nil)
	}

	plain, err := f.doc.Recovered(func(document.Record, []byte, []salvage.Loss) {})
	if err != nil {
		return Opened{}, err
	}

	data, err := savefile.Encode(plain, f.source.save.Like(f.container))
	if err != nil {
		return Opened{}, err
	}

	src := f.source
	extension := path.Ext(src.name)
	src.name = strings.TrimSuffix(src.name, extension) + "-recovered" + extension
	src.data = data

	if src.engine == "" {
		src.engine = format.ReaderOf(f.doc.Detections[0]).Name
	}

	return f.session.open(src)
}

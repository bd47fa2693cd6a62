package main

import (
	"bytes"
	"errors"
	"fmt"

	"godotvariant/codec"
	"godotvariant/codec/savefile"
	"godotvariant/variant"
)

// A save is a file of records.
type save struct {
	info    savefile.Info
	dialect *variant.Dialect
	codec   *codec.Codec
	framing codec.Framing
	records []variant.Variant
}

// open reads a save from its container.
func open(path, dialect string, o savefile.Options) (*save, error) {
	plain, info, err := savefile.ReadFile(path, o)
	if err != nil {
		return nil, err
	}
	s := &save{info: info}
	var precision variant.Precision
	if dialect != "" {
		if s.dialect = codec.DialectByName(dialect); s.dialect == nil {
			return nil, errors.New("no such dialect: " + dialect)
		}
	} else {
		found := codec.Detect(plain)
		if len(found) == 0 || found[0].Framing == codec.FrameNone {
			return nil, errors.New("the file does not hold what store_var writes")
		}
		s.dialect, precision, s.framing = found[0].Dialect, found[0].Precision, found[0].Framing
	}
	if s.codec, err = codec.New(codec.Options{Dialect: s.dialect, Precision: precision}); err != nil {
		return nil, err
	}
	dec := s.codec.NewDecoder(bytes.NewReader(plain), s.framing)
	for v, err := range dec.All() {
		if err != nil { // to write the others would lose this one
			return nil, fmt.Errorf("record at byte %d: %w", dec.InputOffset(), err)
		}
		s.records = append(s.records, v)
	}
	return s, nil
}

// write replaces the file by the records, in a container like the one that they
// came in. The old file stays until the new one is complete.
func (s *save) write(path string, o savefile.Options) error {
	var plain bytes.Buffer
	enc := s.codec.NewEncoder(&plain, s.framing)
	for _, v := range s.records {
		if err := enc.Encode(v); err != nil {
			return err
		}
	}
	return savefile.WriteFile(path, plain.Bytes(), o.Like(s.info))
}

// An edit is what is to be done to a save.
type edit struct {
	coins int64 // less than 0: let them be
	item  string
}

// apply changes the first record.
func (e edit) apply(s *save) error {
	if len(s.records) == 0 {
		return errors.New("the save is empty")
	}
	root, ok := s.records[0].(variant.Dictionary)
	if !ok {
		return fmt.Errorf("the save begins with %s and not with a Dictionary", s.records[0].Type())
	}
	if e.coins >= 0 {
		v, _ := root.Get(variant.String("player"))
		player, ok := v.(variant.Dictionary)
		if !ok {
			return errors.New("the save has no player")
		}
		player.Set(variant.String("coins"), variant.Int(e.coins))
		root.Set(variant.String("player"), player)
	}
	if e.item != "" {
		v, _ := root.Get(variant.String("items"))
		items, ok := v.(variant.Array)
		if !ok {
			return errors.New("the save has no items")
		}
		items.Items = append(items.Items, variant.String(e.item))
		root.Set(variant.String("items"), items)
	}
	s.records[0] = root
	return nil
}

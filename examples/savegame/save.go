package main

import (
	"bytes"
	"errors"
	"fmt"

	"godotvariant/codec"
	"godotvariant/codec/inspect"
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

// open reads a save from its container. If dialect is empty, open detects the dialect.
func open(path, dialect string, o savefile.Options) (*save, error) {
	plain, info, err := savefile.ReadFile(path, o)
	if err != nil {
		return nil, err
	}

	s := &save{info: info}
	if dialect == "" {
		err = s.detect(plain)
	} else {
		err = s.choose(dialect)
	}
	if err != nil {
		return nil, err
	}

	dec := s.codec.NewDecoder(bytes.NewReader(plain), s.framing)
	for v, err := range dec.All() {
		if err != nil { // writing the save without this record would lose data
			return nil, fmt.Errorf("record at byte %d: %w", dec.InputOffset(), err)
		}
		s.records = append(s.records, v)
	}
	return s, nil
}

// choose sets the codec of the save. The argument dialect is the name of its dialect.
func (s *save) choose(dialect string) error {
	s.dialect = codec.DialectByName(dialect)
	if s.dialect == nil {
		return errors.New("no such dialect: " + dialect)
	}

	var err error
	s.codec, err = codec.New(codec.Options{Dialect: s.dialect})
	return err
}

// detect sets the codec and the framing that fit the bytes best.
func (s *save) detect(plain []byte) error {
	found := inspect.Detect(plain)
	if len(found) == 0 || !found[0].Framed {
		return errors.New("the file does not hold what store_var writes")
	}

	best := found[0]
	s.dialect = best.Dialect
	s.framing = best.Framing

	var err error
	s.codec, err = codec.New(codec.Options{Dialect: best.Dialect, Precision: best.Precision})
	return err
}

// write replaces the file by a new file with a container of the same kind. The old file remains
// until the new file is complete.
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

// An edit is a change of a save.
type edit struct {
	coins int64  // the new number; a negative number means no change
	item  string // the item to add, or ""
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

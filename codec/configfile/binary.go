package configfile

import (
	"bytes"
	"encoding/binary"
	"iter"
	"math"
	"strings"

	"godotvariant/codec"
	"godotvariant/variant"
)

// The file project.binary:
//
//	0  4  "ECFG"
//	4  4  count of settings
//	…     for each: length and text of its name, length and packet of its value
//
// Lengths have 4 bytes, and there is no padding.
const magic = "ECFG"

// These are keys without a section. One of them occurs only in project.godot, and the other only in
// project.binary.
const (
	versionKey  = "config_version"   // key in project.godot
	featuresKey = "_custom_features" // the first setting of project.binary
)

// The values of config_version.
const (
	version4 = variant.Int(5)
	version3 = variant.Int(4)
)

// DecodeProject returns the settings of a project.binary as a File with the sections and keys of
// project.godot. Packets are read with c; nil means the codec of codec.Options{}. DecodeProject
// adds the config_version that the engine of the codec needs in project.godot.
//
// The error is an [*variant.Error]: an error of decoding, variant.ErrSyntax for a file of another
// kind, or an error of [File.Set] for a value that has no text.
func DecodeProject(data []byte, c *codec.Codec) (*File, error) {
	r := binaryReader{data: data}

	f := New(c)
	version := version4
	if f.reading().godot3 {
		version = version3
	}

	if err := f.Set("", versionKey, version); err != nil {
		return nil, err
	}

	for e := range r.entries() {
		v, err := c.Decode(e.packet)
		if err != nil {
			return nil, e.fault(err)
		}

		if e.section == "" && e.key != featuresKey {
			f.endVersion()
		}

		if err := f.Set(e.section, e.key, v); err != nil {
			return nil, err
		}
	}

	if r.err != nil {
		return nil, r.err
	}

	return f, nil
}

// endVersion adds a blank line after config_version, if the file has no other key yet. Engines
// write this blank line before other keys without a section.
func (f *File) endVersion() {
	if len(f.sections) == 1 && len(f.sections[0].items) == 1 {
		*f.end() += "\n"
		f.append(new(section))
	}
}

// AppendProject appends the project.binary of f to dst. Packets are written with the codec of the
// file. The key config/name in the section application becomes the setting application/config/name.
// Like engines, AppendProject leaves out config_version, and writes _custom_features first.
//
// The error is an [*variant.Error] of encoding. AppendProject then returns dst unchanged.
func (f *File) AppendProject(dst []byte) ([]byte, error) {
	w := binaryWriter{b: append(dst, magic+"\x00\x00\x00\x00"...), start: len(dst), codec: f.codec}

	for _, n := range f.binaryOrder() {
		v, _ := f.Get(n.section, n.key)
		if err := w.setting(n, v); err != nil {
			return dst, err
		}
	}

	if len(w.b)-w.start > math.MaxInt32 {
		return dst, &variant.Error{Op: variant.OpEncode, Err: variant.ErrLimit}
	}

	binary.LittleEndian.PutUint32(w.b[w.start+len(magic):], w.count)
	return w.b, nil
}

// binaryOrder returns the names of all settings in the order of project.binary.
func (f *File) binaryOrder() []name {
	features := name{"", featuresKey}

	var all []name
	if f.index[features] != nil {
		all = append(all, features)
	}

	for _, section := range f.Sections() {
		for _, key := range f.Keys(section) {
			n := name{section, key}
			if n != features && n != (name{"", versionKey}) {
				all = append(all, n)
			}
		}
	}

	return all
}

// join returns the name of the setting in project.binary: the section, a slash and the key. A key
// without a section is the whole name.
func (n name) join() string {
	if n.section == "" {
		return n.key
	}
	return n.section + "/" + n.key
}

// split returns the section and the key of a setting: the text before the first slash, and the text
// after it.
func split(name string) (section, key string) {
	if section, key, ok := strings.Cut(name, "/"); ok && section != "" && key != "" {
		return section, key
	}
	return "", name
}

// A binaryReader reads the parts of a project.binary. It keeps its first error.
type binaryReader struct {
	data []byte
	at   int
	err  error
}

// An entry is a setting of a project.binary.
type entry struct {
	name
	packet []byte
	offset int // offset of the packet in the file
}

// fault returns err, an error in the packet of the entry, with the offset in the file and the path
// of the setting.
func (e entry) fault(err error) error {
	if fault, ok := err.(*variant.Error); ok {
		fault.Offset += e.offset
	}
	return within(err, e.section, e.key)
}

// entries yields the settings up to the first error in the format of the file. It does not check
// the packets of the values.
func (r *binaryReader) entries() iter.Seq[entry] {
	return func(yield func(entry) bool) {
		r.magic()

		for left := r.word(); left > 0 && r.err == nil; left-- {
			joined := string(r.bytes())
			offset := r.at + 4
			packet := r.bytes()

			if r.err != nil {
				return
			}

			section, key := split(joined)
			if !yield(entry{name{section, key}, packet, offset}) {
				return
			}
		}

		if r.err == nil && r.at < len(r.data) {
			r.fail(variant.ErrTrailing)
		}
	}
}

func (r *binaryReader) fail(kind error) {
	if r.err == nil {
		r.err = &variant.Error{Op: variant.OpDecode, Offset: r.at, Err: kind}
	}
}

// magic reads "ECFG", the first bytes of the file.
func (r *binaryReader) magic() {
	if !bytes.HasPrefix(r.data, []byte(magic)) {
		r.fail(variant.Because(variant.ErrSyntax,
			"no project.binary: it does not begin with "+magic))
		return
	}
	r.at = len(magic)
}

func (r *binaryReader) word() uint32 {
	if r.err != nil || len(r.data)-r.at < 4 {
		r.fail(variant.ErrTruncated)
		return 0
	}

	r.at += 4
	return binary.LittleEndian.Uint32(r.data[r.at-4:])
}

// bytes reads a length, and returns the bytes after it: as many as the length says.
func (r *binaryReader) bytes() []byte {
	n := r.word()
	if r.err != nil || uint64(n) > uint64(len(r.data)-r.at) {
		r.fail(variant.ErrTruncated)
		return nil
	}

	r.at += int(n)
	return r.data[r.at-int(n) : r.at]
}

// A binaryWriter appends the settings of a project.binary.
type binaryWriter struct {
	b     []byte
	start int // offset of the file in b
	codec *codec.Codec
	count uint32
}

// setting appends the name and the packet of a setting.
func (w *binaryWriter) setting(n name, v variant.Variant) error {
	written := n.join()
	w.b = binary.LittleEndian.AppendUint32(w.b, uint32(len(written)))
	w.b = append(w.b, written...)

	length := len(w.b)
	w.b = append(w.b, 0, 0, 0, 0)
	packet := len(w.b)

	b, err := w.codec.Append(w.b, v)
	if err != nil {
		if e, ok := err.(*variant.Error); ok {
			e.Offset += packet - w.start
		}
		return within(err, n.section, n.key)
	}

	w.b = b
	w.count++
	binary.LittleEndian.PutUint32(w.b[length:], uint32(len(w.b)-packet))
	return nil
}

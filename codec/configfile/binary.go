package configfile

import (
	"encoding/binary"
	"math"
	"strings"

	"godotvariant/codec"
	"godotvariant/codec/text"
	"godotvariant/variant"
)

// The file project.binary:
//
//	0  4  "ECFG"
//	4  4  count of settings
//	…     for each: length and text of its name, length and packet of its value
//
// Lengths have 4 bytes, and nothing is padded.
const magic = "ECFG"

// Keys in front of all sections that only one of the two forms has.
const (
	versionKey  = "config_version"   // of project.godot
	featuresKey = "_custom_features" // the first setting of project.binary
)

// versions are what engines write for config_version.
var versions = map[text.Version]variant.Int{text.Version4: 5, text.Version3: 4}

// ParseBinary returns the settings of a project.binary as a File with the sections and keys of
// project.godot. Packets are read with c; nil means the codec of codec.Options{}. It adds the
// config_version that the engine of Options.Format needs in project.godot.
//
// The error is an [*variant.Error]: one of decoding, variant.ErrSyntax for a file of another
// kind, or one of [File.Set] for a value that has no text.
func ParseBinary(data []byte, c *codec.Codec, o Options) (*File, error) {
	f := New(o)
	r := reader{data: data}

	if !strings.HasPrefix(string(data[:min(len(data), len(magic))]), magic) {
		return nil, r.fail(variant.Because(variant.ErrSyntax,
			"no project.binary: it does not begin with "+magic))
	}

	r.at = len(magic)

	if err := f.Set("", versionKey, versions[o.Format.Version]); err != nil {
		return nil, err
	}

	for left := r.word(); left > 0 && r.err == nil; left-- {
		name := string(r.take())
		at := r.at + 4
		packet := r.take()

		if r.err != nil {
			break
		}

		category, key := split(name)
		v, err := c.Decode(packet)
		if e, ok := err.(*variant.Error); ok {
			e.Offset += at
			return nil, inside(e, category, key)
		}

		// engines leave a line blank
		if category == "" && key != featuresKey && len(f.sections) == 1 && len(f.byName[""]) == 1 {
			*f.end() += "\n"
			f.append(new(section))
		}

		if err := f.Set(category, key, v); err != nil {
			return nil, err
		}
	}

	if r.err == nil && r.at < len(data) {
		r.fail(variant.ErrTrailing)
	}
	if r.err != nil {
		return nil, r.err
	}

	return f, nil
}

// split returns the section and the key of a setting: what is in front of the first
// slash, and the rest.
func split(name string) (section, key string) {
	if section, key, ok := strings.Cut(name, "/"); ok && section != "" && key != "" {
		return section, key
	}
	return "", name
}

// A reader takes the parts of a project.binary. Its error sticks.
type reader struct {
	data []byte
	at   int
	err  error
}

func (r *reader) fail(kind error) error {
	if r.err == nil {
		r.err = &variant.Error{Op: "decode", Offset: r.at, Path: "$", Err: kind}
	}
	return r.err
}

func (r *reader) word() uint32 {
	if r.err != nil || len(r.data)-r.at < 4 {
		r.fail(variant.ErrTruncated)
		return 0
	}
	r.at += 4
	return binary.LittleEndian.Uint32(r.data[r.at-4:])
}

// take returns as many bytes as a length says.
func (r *reader) take() []byte {
	n := r.word()
	if r.err != nil || uint64(n) > uint64(len(r.data)-r.at) {
		r.fail(variant.ErrTruncated)
		return nil
	}
	r.at += int(n)
	return r.data[r.at-int(n) : r.at]
}

// AppendBinary appends the project.binary of f to dst. Packets are written with c; nil means the
// codec of codec.Options{}. The setting of the key config/name in the section application is
// application/config/name. Like engines it leaves out config_version, and writes _custom_features
// first.
//
// The error is an [*variant.Error] of encoding, with dst as it was.
func (f *File) AppendBinary(dst []byte, c *codec.Codec) ([]byte, error) {
	start := len(dst)
	out := append(dst, magic+"\x00\x00\x00\x00"...)

	count := uint32(0)
	write := func(section, key string) (err error) {
		name := key

		if section != "" {
			name = section + "/" + key
		}

		out = binary.LittleEndian.AppendUint32(out, uint32(len(name)))
		out = append(out, name...)
		at := len(out)
		out = append(out, 0, 0, 0, 0)
		v, _ := f.Get(section, key)

		out, err = c.Append(out, v)
		if err != nil {
			if e, ok := err.(*variant.Error); ok {
				e.Offset += at + 4 - start
			}
			return inside(err, section, key)
		}

		binary.LittleEndian.PutUint32(out[at:], uint32(len(out)-at-4))
		count++
		return nil
	}

	if _, ok := f.Get("", featuresKey); ok {
		if err := write("", featuresKey); err != nil {
			return dst, err
		}
	}

	for _, section := range f.Sections() {
		for _, key := range f.Keys(section) {
			if section == "" && (key == versionKey || key == featuresKey) {
				continue
			}
			if err := write(section, key); err != nil {
				return dst, err
			}
		}
	}

	if len(out)-start > math.MaxInt32 {
		return dst, &variant.Error{Op: "encode", Path: "$", Err: variant.ErrLimit}
	}

	binary.LittleEndian.PutUint32(out[start+len(magic):], count)
	return out, nil
}

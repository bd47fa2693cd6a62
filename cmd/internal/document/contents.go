package document

import (
	"bytes"

	"godotvariant/cmd/internal/lookahead"
	"godotvariant/codec/savefile"
)

// Contents returns the bytes inside the container of a file. For a file without a container these
// are the bytes of the file.
func Contents(data []byte, o Options) ([]byte, savefile.Info, error) {
	info, err := savefile.Inspect(bytes.NewReader(data))

	switch {
	case err == nil && info.Container == savefile.Plain && o.Save.Container == savefile.Auto:
		return data, info, nil
	case info.Container == savefile.Compressed:
	case !info.Container.Encrypted() || o.Unpacked == nil:
		return savefile.Decode(data, o.Save)
	}

	r, err := savefile.NewReader(&reporter{bytes.NewReader(data), o.Unpacked, 0}, o.Save)
	if err != nil {
		return nil, info, err
	}
	defer r.Close()

	o.Length = int64(len(data))
	in := lookahead.New(r, o.plainLength(info))
	// The header of the file has the number of plain bytes, so Append allocates the memory for them
	// only once.
	plain := in.Append(nil, unlimited)

	if err := in.Err(); err != nil {
		return nil, info, err
	}

	return plain, r.Info(), nil
}

// A reporter reads from r. After every 64 KiB or so, it passes the number of all bytes that it has
// read to the function report.
type reporter struct {
	r      *bytes.Reader
	report func(done int64) // nil if nobody wants reports
	done   int64
}

const reportedSize = 64 << 10

// Len returns the number of bytes that were not read yet. Package savefile allocates memory for
// them only once.
func (r *reporter) Len() int { return r.r.Len() }

func (r *reporter) Read(b []byte) (int, error) {
	n, err := r.r.Read(b)
	before := r.done / reportedSize
	r.done += int64(n)

	if r.report != nil && r.done/reportedSize > before {
		r.report(r.done)
	}

	return n, err
}

package convert

import (
	"fmt"
	"io"

	"godotvariant/codec/savefile"
)

// File converts the save file at src to a new one at dst. The two paths may be equal. File replaces
// a file at dst atomically, and does not change it after an error. The error wraps
// savefile.ErrChanged if another program has written that file meanwhile.
//
// Errors are those of package savefile and of the decoder, Convert and the encoder of package
// codec. An error in a record says the number of the record, and where it begins in the plain
// bytes.
func File(dst, src string, o Options) (info Info, err error) {
	old, err := savefile.SumFile(dst)
	if err != nil {
		return info, err
	}

	r, err := savefile.Open(src, o.In)
	if err != nil {
		return info, err
	}
	defer r.Close()

	w, err := savefile.Create(dst, o.container(r.Info()))
	if err != nil {
		return info, err
	}
	defer w.Abort() // does nothing after Close

	info, err = convertRecords(w, r, o)
	if err != nil {
		return info, fmt.Errorf("%s: %w", src, err)
	}

	if err := r.Close(); err != nil { // Windows replaces no open file
		return info, err
	}

	return info, w.CloseIf(old)
}

// Stream is [File] for a reader and a writer. After an error w has part of a file.
func Stream(w io.Writer, r io.Reader, o Options) (info Info, err error) {
	in, err := savefile.NewReader(r, o.In)
	if err != nil {
		return info, err
	}

	out, err := savefile.NewWriter(w, o.container(in.Info()))
	if err != nil {
		return info, err
	}

	info, err = convertRecords(out, in, o)
	if err != nil {
		return info, err
	}

	return info, out.Close()
}

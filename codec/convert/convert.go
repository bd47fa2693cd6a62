package convert

import (
	"fmt"
	"io"

	"godotvariant/codec/savefile"
)

// File converts the save file at src to a new file at dst. The two paths may be equal. File
// replaces a file at dst atomically. After an error, dst is unchanged.
//
// File returns the errors of package savefile, and the errors of the decoder, the encoder and
// Value. An error in a record contains the number of the record and its offset in the plain bytes.
// The error wraps savefile.ErrChanged if another program wrote dst during the call.
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

	if err := r.Close(); err != nil { // Windows cannot replace an open file
		return info, err
	}

	return info, w.CloseIf(old)
}

// Stream is like [File], but reads the old file from r and writes the new file to w. After an
// error, w may have received part of a file.
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

package session

import "io"

// An Input is a file that the page passes to [Session.Call], such as a *bytes.Reader.
type Input interface {
	io.Reader
	// Len returns the number of bytes that were not read yet.
	Len() int
}

// An Output receives a file for the page, such as a *bytes.Buffer. [Session.Call] calls Grow once,
// with the number of bytes of the file, and then Write for each part of the file.
type Output interface {
	io.Writer
	Grow(n int)
}

// transferSlice is the number of bytes that are copied between the page and the session at once.
const transferSlice = 256 << 10

// receive returns the bytes of an input. It reads at most transferSlice bytes at once, and reports
// the progress each time.
func (s *Session) receive(in Input) ([]byte, error) {
	if in == nil {
		return nil, nil
	}

	data := make([]byte, in.Len())
	for done := 0; done < len(data); {
		end := min(done+transferSlice, len(data))
		if _, err := io.ReadFull(in, data[done:end]); err != nil {
			return nil, err
		}

		done = end
		s.report("read", int64(done), int64(len(data)))
	}

	return data, nil
}

// send writes a file to an output. It writes at most transferSlice bytes at once, and reports the
// progress each time.
func (s *Session) send(d Download, out Output) error {
	out.Grow(d.Size)
	done := 0

	for piece := range d.data.All() {
		for len(piece) > 0 {
			n, err := out.Write(piece[:min(transferSlice, len(piece))])
			if err != nil {
				return err
			}

			piece = piece[n:]
			done += n
			s.report("save", int64(done), int64(d.Size))
		}
	}

	return nil
}

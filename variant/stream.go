package variant

import (
	"errors"
	"io"
)

// decode reads the packet at the start of b and returns its length. If whole is set,
// bytes after it are an error, except in lenient mode. The value does not alias b.
func (f *Format) decode(b []byte, whole bool) (Variant, int, error) {
	r := f.reader(b)
	defer r.release()
	v := r.Value()
	if whole {
		r.end()
	}
	if r.err != nil {
		return nil, 0, r.Err()
	}
	return v, r.pos, nil
}

// valid is decode without the value. It allocates nothing while the data is valid.
func (f *Format) valid(b []byte, whole bool) (int, error) {
	r := f.reader(b)
	defer r.release()
	r.check = true
	r.Value()
	if whole {
		r.end()
	}
	if r.err == nil {
		return r.pos, nil
	}
	return 0, f.explain(b, whole, r.Err())
}

// explain returns the error of decode for an error of a validation, which does not
// know the keys in the path. It returns err if decode does not find the same error.
func (f *Format) explain(b []byte, whole bool, err error) error {
	var found, same *Error
	_, _, again := f.decode(b, whole)
	if errors.As(err, &found) && errors.As(again, &same) && found.Offset == same.Offset && found.Err.Error() == same.Err.Error() {
		return again
	}
	return err
}

// nextPacket reads one packet from source and returns its bytes, which are valid. r
// is used again from call to call. buf is empty, or has the start of the packet from a
// call that failed. Only bytes of the packet are asked for.
//
// After an error it returns the bytes so far. If source returned io.EOF, the error is
// that of decode for these bytes, or io.EOF if there are none. Another error of source
// is wrapped in an [*Error] whose offset is the number of bytes. No packet is longer
// than Limits.MaxFrame.
func (r *Reader) nextPacket(f *Format, buf []byte, source source) ([]byte, error) {
	r.reset(f, buf)
	r.check, r.source = true, source
	r.Value()
	packet, n, failure, err := r.data, r.pos, r.failure, r.Err()
	r.reset(nil, nil)

	switch {
	case err == nil:
		return packet[:n], nil
	case failure == nil:
		return packet, f.explain(packet, false, err)
	case failure != io.EOF:
		err.(*Error).Offset = len(packet)
		return packet, err
	case len(packet) == 0:
		return packet, io.EOF
	}
	_, _, err = f.decode(packet, false)
	return packet, err // nil if lenient mode accepts missing padding at the end
}

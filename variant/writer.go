package variant

// Err returns the first error, or nil. Inside an Encode method it is only the kind of the error.
// The caller of the codec gets an [*Error] with the path.
func (w *Writer) Err() error {
	if out := w.out(); out.Failed() {
		return w.failure()
	}
	return nil
}

func (w *Writer) failure() error {
	out := w.out()
	if out.Depth() > 0 { // the path is complete at depth 0 only
		return out.Err()
	}
	return errorAt(OpEncode, out.Fault(), out.Format())
}

// Fail sets err as the error of this encoding, unless there is already an error. It returns
// [Writer.Err].
func (w *Writer) Fail(err error) error {
	_ = w.out().Fail(err)
	return w.Err()
}

// Step adds a step to the path of an error. If writing a part of the value has failed, call it with
// the step to that part, before the Encode method returns.
func (w *Writer) Step(s Step) { w.out().Step(s.wire()) }

// Dialect returns the dialect of the packet. Two dialects are the same if the pointers are equal.
func (w *Writer) Dialect() *Dialect { return w.out().Dialect() }

// Flags sets flags in the packet's header, see [Flag64]. Call it before the first call of Value.
func (w *Writer) Flags(flags uint32) { w.out().Flags(flags) }

// Real writes a real_t number, such as a component of a vector: 4 or 8 bytes, depending on the
// precision. In single precision the number is rounded to the nearest float32, as in engines. With
// the option Exact, a number that would change is an [ErrInexact].
func (w *Writer) Real(f float64) { w.out().Real(f) }

// Reals writes real_t numbers one after another.
func (w *Writer) Reals(fs ...float64) { w.out().Reals(fs...) }

// Bool writes 4 bytes, 0 or 1.
func (w *Writer) Bool(b bool) { w.out().Bool(b) }

// Int32 writes 4 bytes.
func (w *Writer) Int32(i int32) { w.out().Int32(i) }

// Uint32 writes 4 bytes.
func (w *Writer) Uint32(u uint32) { w.out().Uint32(u) }

// Int64 writes 8 bytes.
func (w *Writer) Int64(i int64) { w.out().Int64(i) }

// Uint64 writes 8 bytes.
func (w *Writer) Uint64(u uint64) { w.out().Uint64(u) }

// Float32 writes 4 bytes in either precision.
func (w *Writer) Float32(f float32) { w.out().Float32(f) }

// Float64 writes 8 bytes in either precision.
func (w *Writer) Float64(f float64) { w.out().Float64(f) }

// Count writes a 4-byte count of elements or parts.
func (w *Writer) Count(n int) { w.out().Count(n) }

// Text writes text: a 4-byte length, the bytes, and zeros up to the next multiple
// of 4. Invalid UTF-8 is an [ErrUTF8], except in lenient mode.
func (w *Writer) Text(s string) { w.out().Text(s) }

// Data writes the bytes of a PackedByteArray: a 4-byte count, the bytes, and zeros
// up to the next multiple of 4.
func (w *Writer) Data(b []byte) { w.out().Data(b) }

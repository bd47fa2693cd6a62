package variant

// Err returns the first error, or nil. Inside a Decode method it is only the kind of the error. The
// caller of the codec gets an [*Error] with the offset and the path.
func (r *Reader) Err() error {
	in := r.in()
	if !in.Failed() || in.Depth() > 0 { // the path is complete at depth 0 only
		return in.Err()
	}
	return errorAt(OpDecode, in.Fault(), in.Format())
}

// Fail sets the error of this decoding to err, at the current offset, unless there is an error
// already. It returns [Reader.Err].
func (r *Reader) Fail(err error) error {
	_ = r.in().Fail(err)
	return r.Err()
}

// FailAt is [Reader.Fail] for an error in an earlier field. The argument offset is the offset of
// that field.
func (r *Reader) FailAt(offset int, err error) error {
	_ = r.in().FailAt(offset, err)
	return r.Err()
}

// Step adds a step to the path of an error. If reading a part of the value has failed, call it with
// the step to that part, before the Decode method returns.
func (r *Reader) Step(s Step) { r.in().Step(s.wire()) }

// Dialect returns the dialect of the data. Two dialects are the same if the pointers are equal.
func (r *Reader) Dialect() *Dialect { return r.in().Dialect() }

// Strict reports whether the codec has the mode codec.Strict. In strict mode your own type should
// refuse a payload that its Encode method would not write.
func (r *Reader) Strict() bool { return r.in().Strict() }

// Flags returns the flags of the packet's header, see [Flag64].
func (r *Reader) Flags() uint32 { return r.in().Flags() }

// Offset returns the position of the cursor, in bytes from the start of the
// outermost packet.
func (r *Reader) Offset() int { return r.in().Offset() }

// Real reads a real_t number, such as a component of a vector: 4 or 8 bytes. The header or the
// precision of the codec decides which.
func (r *Reader) Real() float64 { return r.in().Real() }

// Reals reads len(fs) real_t numbers.
func (r *Reader) Reals(fs []float64) { r.in().Reals(fs) }

// Bool reads 4 bytes. Zero is false, and any other number is true. Strict mode accepts only 0 and
// 1.
func (r *Reader) Bool() bool { return r.in().Bool() }

// Int32 reads 4 bytes.
func (r *Reader) Int32() int32 { return r.in().Int32() }

// Uint32 reads 4 bytes.
func (r *Reader) Uint32() uint32 { return r.in().Uint32() }

// Int64 reads 8 bytes.
func (r *Reader) Int64() int64 { return r.in().Int64() }

// Uint64 reads 8 bytes.
func (r *Reader) Uint64() uint64 { return r.in().Uint64() }

// Float32 reads 4 bytes in either precision.
func (r *Reader) Float32() float32 { return r.in().Float32() }

// Float64 reads 8 bytes in either precision.
func (r *Reader) Float64() float64 { return r.in().Float64() }

// Count reads a 4-byte count of elements. The elements follow without gaps, and each has size
// bytes. It fails with [ErrTruncated] if the data is too short for them, so a slice of that length
// is safe to make.
func (r *Reader) Count(size int) int { return r.in().Count(size) }

// CountParts reads a 4-byte count of parts, such as packets or texts. Each part needs at least size
// bytes. CountParts fails with [ErrTruncated] if the data is too short for these parts and for the
// unread parts of the containers around them. So it is safe to make a slice of this many parts. See
// [Reader.Reserve].
func (r *Reader) CountParts(size int) int { return r.in().CountParts(size) }

// Reserve adds n to the least number of bytes that the unread parts of all open containers need.
// After [Reader.CountParts], call Reserve with the least size of all parts together. Before reading
// a part, call Reserve with the least size of this part as a negative number. Then nested counts
// can't claim more bytes than the data has, and the memory for a packet depends on its length, but
// not on its depth.
func (r *Reader) Reserve(n int) { r.in().Reserve(n) }

// Text reads text: a 4-byte length, that many bytes of UTF-8, and zeros up to
// the next multiple of 4. Invalid UTF-8 is an [ErrUTF8], except in lenient mode.
func (r *Reader) Text() string { return r.in().Text() }

// Data reads the bytes of a PackedByteArray: a 4-byte count, the bytes, and zeros
// up to the next multiple of 4. The result is a copy.
func (r *Reader) Data() []byte { return r.in().Data() }

// Result is the last line of a Decode method:
//
//	func (Health) Decode(r *variant.Reader) (variant.Variant, error) {
//		return variant.Result(r, Health{Now: r.Int32(), Max: r.Int32()})
//	}
//
// It returns v and [Reader.Err]. After an error, and if the data is only validated, it returns nil
// instead of v and does not allocate.
func Result[T Variant](r *Reader, v T) (Variant, error) {
	if in := r.in(); in.Failed() || in.Checking() {
		return nil, r.Err()
	}
	return v, nil
}

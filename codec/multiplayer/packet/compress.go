package packet

import (
	"encoding/binary"
	"strconv"

	"godotvariant/codec"
	"godotvariant/codec/multiplayer/internal/reason"
	"godotvariant/variant"
)

// The first byte of a compressed variant: the type in bits 0 to 5, and a mode in bits 6 and 7.
const (
	typeBits = 0x3f
	modeBits = 0xc0

	compressedBool = 1
	compressedInt  = 2
	trueBit        = 0x80
)

// AppendCompressed appends v in the compressed form that Godot 4 uses for the arguments of calls
// and for replicated state. Only the outermost value is compressed.
//
//	bool           1 byte: 01 false, 81 true
//	int, 8 bits    02 and 1 byte
//	int, 16 bits   42 and 2 bytes
//	int, 32 bits   82 and 4 bytes
//	int, 64 bits   c2 and 8 bytes
//	other types    the packet of the value, as codec.Append writes it
//
// An int takes the fewest bytes that hold it. A nil codec means the codec with codec.Options{}.
// After an error the result is dst. The errors are the same as those of codec.Append. Godot:
// MultiplayerAPI::encode_and_compress_variant.
func AppendCompressed(dst []byte, v variant.Variant, c *codec.Codec) ([]byte, error) {
	switch v := v.(type) {
	case variant.Bool:
		if v {
			return append(dst, compressedBool|trueBit), nil
		}
		return append(dst, compressedBool), nil
	case variant.Int:
		return appendInt(dst, int64(v)), nil
	}

	out, err := c.Append(dst, v)
	if err != nil {
		return dst, err
	}

	// v may be a codec.Raw, or of a type of another package. Its packet may then be a bool or an
	// int, which has to be compressed.
	if kind := out[len(dst)]; kind != compressedBool && kind != compressedInt {
		return out, nil
	}
	plain, err := c.Decode(out[len(dst):])
	if err != nil {
		return dst, err
	}
	return AppendCompressed(dst, plain, c)
}

func appendInt(dst []byte, n int64) []byte {
	switch {
	case n == int64(int8(n)):
		return append(dst, compressedInt, byte(n))
	case n == int64(int16(n)):
		return binary.LittleEndian.AppendUint16(append(dst, compressedInt|1<<6), uint16(n))
	case n == int64(int32(n)):
		return binary.LittleEndian.AppendUint32(append(dst, compressedInt|2<<6), uint32(n))
	}
	return binary.LittleEndian.AppendUint64(append(dst, compressedInt|3<<6), uint64(n))
}

// DecodeCompressed returns the value of the compressed variant at the start of b, and the number of
// bytes that the variant takes. A nil codec means the codec with codec.Options{}. The error is a
// *variant.Error with the same kinds as errors of codec.Decode.
//
// DecodeCompressed is stricter than engines. The error is of kind variant.ErrFlags if bit 6 of a
// bool is set, if bit 6 or 7 of a type other than bool and int is set, or if meaningless bits of a
// value's header are set. An int may take more bytes than it needs. Godot:
// MultiplayerAPI::decode_and_decompress_variant.
func DecodeCompressed(b []byte, c *codec.Codec) (v variant.Variant, n int, err error) {
	if len(b) == 0 {
		return nil, 0, decodeError(0, variant.TypeNil, variant.ErrTruncated)
	}

	mode := b[0] >> 6
	switch b[0] & typeBits {
	case compressedBool:
		if mode&1 != 0 {
			return nil, 0, decodeError(0, variant.TypeBool, variant.ErrFlags)
		}
		return variant.Bool(b[0]&trueBit != 0), 1, nil
	case compressedInt:
		i, ok := readInt(b[1:], mode)
		if !ok {
			return nil, 0, decodeError(1, variant.TypeInt, variant.ErrTruncated)
		}
		return variant.Int(i), 1 + 1<<mode, nil
	}

	if b[0]&modeBits != 0 {
		why := "byte " + strconv.Itoa(int(b[0])) + " has the mode of a bool or an int"
		return nil, 0, decodeError(0, variant.TypeNil, reason.Of(variant.ErrFlags, "%s", why))
	}
	return c.DecodeFirst(b)
}

// readInt reads a signed int of 1, 2, 4 or 8 bytes. The mode says how many. The result ok is false
// if b is too short.
func readInt(b []byte, mode byte) (n int64, ok bool) {
	if len(b) < 1<<mode {
		return 0, false
	}
	switch mode {
	case 0:
		return int64(int8(b[0])), true
	case 1:
		return int64(int16(binary.LittleEndian.Uint16(b))), true
	case 2:
		return int64(int32(binary.LittleEndian.Uint32(b))), true
	}
	return int64(binary.LittleEndian.Uint64(b)), true
}

func decodeError(offset int, t variant.Type, err error) error {
	return &variant.Error{Op: variant.OpDecode, Offset: offset, Type: t, Err: err}
}

package packet

import (
	"fmt"

	"godotvariant/codec"
	"godotvariant/codec/multiplayer/internal/reason"
	"godotvariant/variant"
)

// Options say which packets a [Codec] reads and writes.
type Options struct {
	// Codec reads and writes the values in packets. Nil means the codec of codec.Options{} with the
	// dialect of Protocol.
	Codec *codec.Codec
	// Protocol has the packets that the Codec reads and writes. Nil means the protocol of the
	// dialect of Codec, see [ProtocolOf].
	Protocol *Protocol
}

// A Codec reads and writes the packets of a protocol. A Codec never changes, and any number of
// goroutines can share it. The zero Codec and a nil pointer are the Codec of Options{}, for
// [Godot4].
type Codec struct {
	protocol *Protocol
	values   *codec.Codec
}

// New returns a Codec. The error is of kind variant.ErrUnsupported if the dialect of o.Codec is not
// the dialect of o.Protocol.
func New(o Options) (*Codec, error) {
	if o.Protocol == nil {
		o.Protocol = ProtocolOf(o.Codec.Dialect())
	}

	d := o.Protocol.Dialect()
	if o.Codec == nil {
		values, err := codec.New(codec.Options{Dialect: d})
		if err != nil {
			return nil, err
		}
		o.Codec = values
	}

	if o.Codec.Dialect() != d {
		return nil, reason.Of(variant.ErrUnsupported, "a codec of dialect %s for the protocol %s",
			o.Codec.Dialect(), o.Protocol.Name())
	}

	return &Codec{o.Protocol, o.Codec}, nil
}

// set returns c, or the codec of Options{} for the zero Codec.
func (c *Codec) set() *Codec {
	if c == nil || c.protocol == nil {
		return &Codec{Godot4, nil}
	}
	return c
}

// Protocol returns the protocol.
func (c *Codec) Protocol() *Protocol { return c.set().protocol }

// Values returns the codec for the values in packets.
func (c *Codec) Values() *codec.Codec { return c.set().values }

// Twin returns a codec that differs from c only in the form of [ConfirmPath]. Use it if the version
// of the other side is unknown. Godot 4 has two forms of ConfirmPath. For a protocol without these
// two forms, Twin returns nil.
func (c *Codec) Twin() *Codec {
	twins := map[Command]Command{
		CommandConfirmNumber: CommandConfirmPath,
		CommandConfirmPath:   CommandConfirmNumber,
	}

	c = c.set()
	spec := c.protocol.Spec()
	for i, command := range spec.Commands {
		if twin, ok := twins[command]; ok {
			spec.Commands[i] = twin
			spec.ReusesNumbers = !spec.ReusesNumbers
			return &Codec{&Protocol{spec}, c.values}
		}
	}
	return nil
}

// Command returns the command of a packet. It reads only the first byte. The result ok is false if
// the protocol does not have the command.
func (c *Codec) Command(b []byte) (command Command, ok bool) {
	if len(b) == 0 {
		return 0, false
	}

	spec := &c.set().protocol.spec
	number := int(b[0] & spec.CommandBits)
	if number >= len(spec.Commands) {
		return 0, false
	}
	return spec.Commands[number], true
}

// A layout describes how packets of a command are read and written.
type layout struct {
	name   string
	flags  byte // the bits of the first byte that have a meaning, except the bits of the command
	decode func(r *reader, flags byte) Packet
}

// layouts has the layout of each Command.
var layouts = [commandCount]layout{
	CommandRPC:           {"RPC", nodeBits | methodBits | rawBit, decodeRPC},
	CommandSimplify:      {"SIMPLIFY_PATH", 0, decodeSimplify},
	CommandConfirmNumber: {"CONFIRM_PATH", 0, decodeConfirmNumber},
	CommandConfirmPath:   {"CONFIRM_PATH", 0, decodeConfirmPath},
	CommandRaw:           {"RAW", 0, decodeBytes},
	CommandSpawn:         {"SPAWN", 0, decodeSpawn},
	CommandDespawn:       {"DESPAWN", 0, decodeDespawn},
	CommandSync:          {"SYNC", deltaBit, decodeSync},
	CommandSyncOnly:      {"SYNC", 0, decodeSyncOnly},
	CommandSys:           {"SYS", 0, decodeSys},
	CommandCall:          {"CALL", 0, decodeCall},
	CommandSet:           {"SET", 0, decodeSet},
	CommandSimplifyBare:  {"SIMPLIFY_PATH", 0, decodeSimplifyBare},
	CommandConfirmBare:   {"CONFIRM_PATH", 0, decodeConfirmBare},
}

// String returns the engine's name of the command.
func (c Command) String() string {
	if c >= commandCount {
		return fmt.Sprintf("Command(%d)", int(c))
	}
	return layouts[c].name
}

// Decode returns the packet in b. The result does not alias b. The error is an [*Error].
//
// A packet that Decode accepts means the same as in an engine. Decode refuses some packets that
// engines accept although no engine sends them: packets with meaningless bits in the first byte,
// with bytes after the last field, with a path that is not plain or has no NUL, or with damaged or
// missing arguments.
func (c *Codec) Decode(b []byte) (Packet, error) {
	c = c.set()
	r := reader{data: b, protocol: c.protocol, codec: c.values}
	first := r.uint8()
	if r.err != nil {
		return nil, r.err
	}
	command, ok := c.Command(b)
	if !ok {
		number := first & c.protocol.spec.CommandBits
		return nil, &Error{Op: variant.OpDecode, Err: reason.Of(ErrCommand, "%d", number)}
	}

	l := &layouts[command]
	flags := first &^ c.protocol.spec.CommandBits
	if stray := flags &^ l.flags; stray != 0 {
		r.failAt(0, reason.Of(variant.ErrFlags, "%#02x", stray))
	}

	p := l.decode(&r, flags)
	if r.err != nil {
		r.err.(*Error).Packet = l.name
		return nil, r.err
	}
	return p, nil
}

// Append appends a packet to dst and returns the extended slice. After an error the result is dst.
// The error is an [*Error]. Its kind is variant.ErrUnsupported if the protocol does not have the
// packet, or if p is nil or a pointer.
func (c *Codec) Append(dst []byte, p Packet) ([]byte, error) {
	c = c.set()
	w := writer{out: dst, begin: len(dst), protocol: c.protocol, codec: c.values}
	name := w.packet(p)
	if w.err != nil {
		w.err.(*Error).Packet = name
		return dst, w.err
	}
	return w.out, nil
}

// packet writes a packet of any type, and returns the name of its command.
func (w *writer) packet(p Packet) (name string) {
	switch p := p.(type) {
	case RPC:
		return form(w, p, alternative[RPC]{CommandRPC, appendRPC})
	case SimplifyPath:
		return form(w, p, alternative[SimplifyPath]{CommandSimplify, appendSimplify},
			alternative[SimplifyPath]{CommandSimplifyBare, appendSimplifyBare})
	case ConfirmPath:
		return form(w, p, alternative[ConfirmPath]{CommandConfirmNumber, appendConfirmNumber},
			alternative[ConfirmPath]{CommandConfirmPath, appendConfirmPath},
			alternative[ConfirmPath]{CommandConfirmBare, appendConfirmBare})
	case Bytes:
		return form(w, p, alternative[Bytes]{CommandRaw, appendBytes})
	case Spawn:
		return form(w, p, alternative[Spawn]{CommandSpawn, appendSpawn})
	case Despawn:
		return form(w, p, alternative[Despawn]{CommandDespawn, appendDespawn})
	case Sync:
		return form(w, p, alternative[Sync]{CommandSync, appendSync},
			alternative[Sync]{CommandSyncOnly, appendSync})
	case Delta:
		return form(w, p, alternative[Delta]{CommandSync, appendDelta})
	case Auth:
		return form(w, p, alternative[Auth]{CommandSys, appendAuth})
	case AddPeer:
		return form(w, p, alternative[AddPeer]{CommandSys, appendAdd})
	case DelPeer:
		return form(w, p, alternative[DelPeer]{CommandSys, appendDel})
	case Relay:
		return form(w, p, alternative[Relay]{CommandSys, appendRelay})
	case Call:
		return form(w, p, alternative[Call]{CommandCall, appendCall})
	case Set:
		return form(w, p, alternative[Set]{CommandSet, appendSet})
	}

	w.fail(reason.Of(variant.ErrUnsupported, "%s", fmt.Sprintf("%T is not a packet", p)))
	return ""
}

// An alternative is one of several forms that a packet has in different protocols.
type alternative[P Packet] struct {
	command Command
	append  func(w *writer, command byte, p P)
}

// form writes a packet with the first of the alternatives that the protocol has. If the protocol
// has none of them, form stores an error in w.
func form[P Packet](w *writer, p P, alternatives ...alternative[P]) (name string) {
	for _, a := range alternatives {
		if number, ok := w.protocol.number(a.command); ok {
			a.append(w, number, p)
			return a.command.String()
		}
	}
	w.fail(reason.Of(variant.ErrUnsupported, "%s", w.protocol.Name()+" does not have the packet"))
	return alternatives[0].command.String()
}

package packet

import (
	"fmt"
	"slices"

	"godotvariant/codec"
	"godotvariant/codec/multiplayer/internal/reason"
	"godotvariant/variant"
)

// A Format reads and writes the packets of a protocol. It is immutable and safe for concurrent use.
// The zero Format is the Format of [Godot4] with codec.Options{}.
type Format struct {
	protocol *Protocol
	codec    *codec.Codec
}

// NewFormat returns the Format of a protocol, with options for the values in its packets. The
// dialect of the options must be nil or equal to the dialect of the protocol. A nil protocol means
// [Godot4]. The error is the error of codec.New, or of kind variant.ErrUnsupported if the dialect
// or a command of the protocol is not supported.
func NewFormat(p *Protocol, values codec.Options) (*Format, error) {
	if p == nil {
		p = Godot4
	}
	if values.Dialect == nil {
		values.Dialect = p.Dialect
	}
	if p.Dialect != nil && values.Dialect != p.Dialect {
		return nil, reason.Of(variant.ErrUnsupported, "dialect %s for the protocol %s",
			values.Dialect, p.Name)
	}

	for i, c := range p.Commands {
		if c < 0 || int(c) >= len(layouts) || byte(i)&^p.CommandBits != 0 {
			return nil, reason.Of(variant.ErrUnsupported, "command %d of the protocol %s", i, p.Name)
		}
	}
	c, err := codec.New(values)
	if err != nil {
		return nil, err
	}
	copied := *p
	copied.Commands = append([]Command(nil), p.Commands...)
	return &Format{&copied, c}, nil
}

// set returns f, or the format of Godot4 for the zero Format.
func (f *Format) set() *Format {
	if f == nil || f.protocol == nil {
		return &Format{Godot4, nil}
	}
	return f
}

// Protocol returns the protocol. Do not change it.
func (f *Format) Protocol() *Protocol { return f.set().protocol }

// Codec returns the codec for the values in packets.
func (f *Format) Codec() *codec.Codec { return f.set().codec }

// Twin returns a format that differs from f only in the form of [ConfirmPath]. Godot 4 has two
// forms of it; Twin returns nil for a protocol without these two forms. Use it if the version of
// the other side is unknown.
func (f *Format) Twin() *Format {
	twins := map[Command]Command{
		CommandConfirmNumber: CommandConfirmPath,
		CommandConfirmPath:   CommandConfirmNumber,
	}

	f = f.set()
	p := *f.protocol
	p.Commands = slices.Clone(p.Commands)
	for i, c := range p.Commands {
		if twin, ok := twins[c]; ok {
			p.Commands[i] = twin
			p.Renumbers = !p.Renumbers
			return &Format{&p, f.codec}
		}
	}
	return nil
}

// Command returns the command of a packet. ok is false if the protocol does not have the command.
// The rest of the packet is not checked.
func (f *Format) Command(b []byte) (c Command, ok bool) {
	if len(b) == 0 {
		return 0, false
	}
	f = f.set()
	number := int(b[0] & f.protocol.CommandBits)
	if number >= len(f.protocol.Commands) {
		return 0, false
	}
	return f.protocol.Commands[number], true
}

// A layout describes how packets of a command are read and written.
type layout struct {
	name  string
	flags byte // the bits of the first byte that have a meaning, except those of the command
	parse func(r *reader, flags byte) Packet
}

// layouts has the layout of each Command.
var layouts = [...]layout{
	CommandRPC:           {"RPC", nodeBits | methodBits | rawBit, parseRPC},
	CommandSimplify:      {"SIMPLIFY_PATH", 0, parseSimplify},
	CommandConfirmNumber: {"CONFIRM_PATH", 0, parseConfirmNumber},
	CommandConfirmPath:   {"CONFIRM_PATH", 0, parseConfirmPath},
	CommandRaw:           {"RAW", 0, parseBytes},
	CommandSpawn:         {"SPAWN", 0, parseSpawn},
	CommandDespawn:       {"DESPAWN", 0, parseDespawn},
	CommandSync:          {"SYNC", deltaBit, parseSync},
	CommandSyncOnly:      {"SYNC", 0, parseSyncOnly},
	CommandSys:           {"SYS", 0, parseSys},
	CommandCall:          {"CALL", 0, parseCall},
	CommandSet:           {"SET", 0, parseSet},
	CommandSimplifyBare:  {"SIMPLIFY_PATH", 0, parseSimplifyBare},
	CommandConfirmBare:   {"CONFIRM_PATH", 0, parseConfirmBare},
}

// String returns the engine's name of the command.
func (c Command) String() string {
	if c < 0 || int(c) >= len(layouts) {
		return fmt.Sprintf("Command(%d)", int(c))
	}
	return layouts[c].name
}

// Parse returns the packet in b. The result does not alias b. The error is an [*Error].
//
// A packet that Parse accepts means the same as in an engine. Parse refuses packets that engines
// accept although no engine sends them: with meaningless bits in the first byte, with bytes behind
// the last field, with a path that is not plain or lacks its NUL, or with damaged or missing
// arguments.
func (f *Format) Parse(b []byte) (Packet, error) {
	f = f.set()
	r := reader{data: b, protocol: f.protocol, codec: f.codec}
	first := r.uint8()
	if r.err != nil {
		return nil, r.err
	}
	command, ok := f.Command(b)
	if !ok {
		number := first & f.protocol.CommandBits
		return nil, &Error{Op: opParse, Err: reason.Of(ErrCommand, "%d", number)}
	}

	l := &layouts[command]
	flags := first &^ f.protocol.CommandBits
	if stray := flags &^ l.flags; stray != 0 {
		r.failAt(0, reason.Of(variant.ErrFlags, "%#02x", stray))
	}

	p := l.parse(&r, flags)
	if r.err != nil {
		r.err.(*Error).Packet = l.name
		return nil, r.err
	}
	return p, nil
}

// Append appends a packet to dst and returns the extended slice. After an error the result is dst.
// The error is an [*Error]. Its kind is variant.ErrUnsupported if the protocol does not have the
// packet, or if p is nil or a pointer.
func (f *Format) Append(dst []byte, p Packet) ([]byte, error) {
	f = f.set()
	w := writer{out: dst, begin: len(dst), protocol: f.protocol, codec: f.codec}
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

// An alternative is one of the forms that a packet has in the protocols.
type alternative[P Packet] struct {
	command Command
	append  func(w *writer, command byte, p P)
}

// form writes a packet in the first of its forms that the protocol has.
func form[P Packet](w *writer, p P, alternatives ...alternative[P]) (name string) {
	for _, a := range alternatives {
		if number, ok := w.protocol.number(a.command); ok {
			a.append(w, number, p)
			return a.command.String()
		}
	}
	w.fail(reason.Of(variant.ErrUnsupported, "%s", w.protocol.Name+" does not have the packet"))
	return alternatives[0].command.String()
}

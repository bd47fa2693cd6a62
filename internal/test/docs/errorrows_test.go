package docs

import (
	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/savefile"
	"godotvariant/codec/transport"
	"godotvariant/variant"
)

// A namedKind is a kind of error. Its name never changes.
type namedKind struct {
	variable string // a name without a package is one of package variant
	name     string
	err      error // nil for a kind of another module, because the test can't import it
}

// kindList has the kinds of all packages.
var kindList = []namedKind{
	{"ErrTruncated", "truncated", variant.ErrTruncated},
	{"ErrLength", "length", variant.ErrLength},
	{"ErrUnknownType", "type", variant.ErrUnknownType},
	{"ErrFlags", "flags", variant.ErrFlags},
	{"ErrDepth", "depth", variant.ErrDepth},
	{"ErrUTF8", "utf8", variant.ErrUTF8},
	{"ErrObject", "object", variant.ErrObject},
	{"ErrNodePath", "nodepath", variant.ErrNodePath},
	{"ErrElementType", "elemtype", variant.ErrElementType},
	{"ErrTrailing", "trailing", variant.ErrTrailing},
	{"ErrLimit", "limit", variant.ErrLimit},
	{"ErrPadding", "padding", variant.ErrPadding},
	{"ErrBool", "bool", variant.ErrBool},
	{"ErrNUL", "nul", variant.ErrNUL},
	{"ErrDuplicateKey", "duplicate_key", variant.ErrDuplicateKey},
	{"ErrUnsupported", "unsupported", variant.ErrUnsupported},
	{"ErrInexact", "inexact", variant.ErrInexact},
	{"ErrNotFinite", "not_finite", variant.ErrNotFinite},
	{"ErrRange", "range", variant.ErrRange},
	{"ErrNotFound", "not_found", variant.ErrNotFound},
	{"ErrWrongType", "wrong_type", variant.ErrWrongType},
	{"ErrSyntax", "syntax", variant.ErrSyntax},
	{"ErrOptions", "options", variant.ErrOptions},
	{"codec.ErrGoType", "go_type", codec.ErrGoType},
	{"codec.ErrUnknownKey", "unknown_key", codec.ErrUnknownKey},
	{"savefile.ErrFormat", "format", savefile.ErrFormat},
	{"savefile.ErrChecksum", "checksum", savefile.ErrChecksum},
	{"savefile.ErrChanged", "changed", savefile.ErrChanged},
	{"savefile.ErrKey", "key", savefile.ErrKey},
	{"message.ErrUnknown", "unknown_message", message.ErrUnknown},
	{"message.ErrJoin", "join", message.ErrJoin},
	{"transport.ErrIdle", "idle", transport.ErrIdle},
	{"transport.ErrRate", "rate", transport.ErrRate},
	{"transport.ErrSlow", "slow", transport.ErrSlow},
	{"transport.ErrFull", "full", transport.ErrFull},
	{"transport.ErrClosed", "closed", transport.ErrClosed},
	{"transport.ErrEnded", "ended", transport.ErrEnded},
	{"transport.ErrPanic", "panic", transport.ErrPanic},
	{"transport.ErrProtocol", "protocol", transport.ErrProtocol},
	{"transport.ErrLost", "lost", transport.ErrLost},
	{"transport.ErrProof", "proof", transport.ErrProof},
	{"packet.ErrCommand", "command", packet.ErrCommand},
	{"packet.ErrPath", "path", packet.ErrPath},
	{"packet.ErrName", "name", packet.ErrName},
	{"packet.ErrNumber", "number", packet.ErrNumber},
	{"packet.ErrID", "id", packet.ErrID},
	{"multiplayer.ErrPeer", "peer", multiplayer.ErrPeer},
	{"multiplayer.ErrNode", "node", multiplayer.ErrNode},
	{"multiplayer.ErrMethod", "method", multiplayer.ErrMethod},
	{"multiplayer.ErrArguments", "arguments", multiplayer.ErrArguments},
	{"multiplayer.ErrAuthority", "authority", multiplayer.ErrAuthority},
	{"multiplayer.ErrRefused", "refused", multiplayer.ErrRefused},
	{"rooms.ErrAway", "away", nil},
	{"rooms.ErrForgotten", "forgotten", nil},
	{"rooms.ErrReplaced", "replaced", nil},
	{"rooms.ErrRefused", "player_refused", nil},
	{"rooms.ErrQuit", "quit", nil},
	{"rooms.ErrKicked", "kicked", nil},
	{"rooms.ErrDeleted", "deleted", nil},
	{"rooms.ErrDraining", "draining", nil},
	{"rooms.ErrName", "room_name", nil},
	{"rooms.ErrExists", "exists", nil},
	{"rooms.ErrNewer", "newer", nil},
	{"rooms.ErrRecord", "record", nil},
	{"rooms.ErrSound", "sound", nil},
}

// An errorSet is a set of kinds. Rows name the set by one word.
type errorSet struct {
	name  string
	kinds string // separated by spaces
}

var errorSets = []errorSet{
	{"decoding", "ErrTruncated ErrLength ErrUnknownType ErrFlags ErrDepth ErrUTF8 ErrObject " +
		"ErrNodePath ErrElementType ErrTrailing ErrUnsupported ErrPadding ErrBool " +
		"ErrNUL ErrDuplicateKey ErrNotFinite"},
	{"encoding", "ErrUnsupported ErrRange ErrLength ErrUTF8 ErrElementType ErrObject " +
		"ErrDepth ErrLimit ErrInexact ErrNotFinite ErrNUL ErrDuplicateKey"},
	{"converting", "ErrWrongType ErrRange ErrInexact ErrNotFinite ErrDuplicateKey " +
		"codec.ErrUnknownKey"},
	{"parsing", "ErrSyntax ErrTruncated ErrUTF8 ErrRange ErrElementType ErrObject " +
		"ErrNotFinite ErrDepth ErrLimit"},
	{"editing", "ErrNotFound ErrWrongType ErrElementType ErrRange ErrDuplicateKey"},
	{"reading", "savefile.ErrFormat savefile.ErrChecksum ErrTruncated ErrLimit " +
		"ErrUnsupported savefile.ErrKey"},
}

// An errorRow says what the errors of some functions are.
type errorRow struct {
	functions string // separated by commas
	typ, op   string // as on the page; op is "" for errors without an Op
	kinds     string // variables and names of sets, separated by spaces
}

var errorRows = []errorRow{
	{"Encode, Append, Size, Value.Value", "variant", "encode", "encoding"},
	{"Value.MarshalBinary, Value.AppendBinary", "variant", "encode", "encoding"},
	{"Decode, DecodeFirst, Raw.Value", "variant", "decode", "decoding"},
	{"Valid, Raw, inspect.Dump", "variant", "decode", "decoding"},
	{"Scanner.Err, Scanner.Value, Scanner.Raw, Scanner.Empty", "variant", "decode",
		"decoding"},
	{"Encoder.Encode", "variant", "encode", "encoding io.ErrShortWrite"},
	{"Encoder.Marshal", "variant", "encode", "encoding converting io.ErrShortWrite"},
	{"Decoder.Decode, Decoder.DecodeRaw", "variant", "decode",
		"decoding ErrLimit io.ErrNoProgress"},
	{"Decoder.Unmarshal", "variant", "decode",
		"decoding converting ErrLimit io.ErrNoProgress"},
	{"Decoder.Err", "variant", "decode", "ErrTruncated ErrLimit"},
	{"Marshal, AppendMarshal", "variant", "encode", "encoding converting"},
	{"Unmarshal, Raw.Unmarshal", "variant", "decode", "decoding converting"},
	{"ToVariant, FromVariant", "variant", "convert", "converting ErrDepth"},
	{"convert.Value", "variant", "convert", "ErrUnsupported ErrDepth ErrLimit"},
	{"Value.Scan, Value.UnmarshalBinary", "variant", "decode", "decoding"},
	{"exact.Decimal, exact.Fixed", "plain", "", "ErrRange ErrInexact ErrWrongType"},
	{"New, Registry.Register", "plain", "", "ErrOptions"},
	{"Registry.Replace, Registry.RegisterText", "plain", "", "ErrOptions"},
	{"tree.Get, tree.Lookup", "variant", "look up", "ErrNotFound ErrWrongType"},
	{"variant.ParsePath", "variant", "look up", "ErrNotFound"},
	{"tree.Match", "variant", "look up", "ErrSyntax"},
	{"tree.Set", "variant", "set", "editing ErrDepth"},
	{"tree.Delete", "variant", "delete", "ErrNotFound ErrWrongType ErrDepth"},
	{"tree.Patch.Apply", "variant", "patch", "editing ErrDepth"},
	{"tree.ApplyDelta", "variant", "patch", "editing ErrDepth"},
	{"tree.Patch.Delta", "variant", "patch", "ErrUnsupported"},
	{"tree.Diff", "variant", "encode", "ErrUnsupported ErrDepth ErrLimit"},
	{"tree.Clone", "variant", "clone", "ErrUnsupported ErrDepth ErrLimit"},
	{"objects.Object.WithParts", "plain", "", "ErrWrongType"},
	{"text.Format, text.Append", "variant", "format",
		"ErrUnsupported ErrInexact ErrNotFinite ErrDepth ErrLimit ErrNUL"},
	{"text.Form.Format, text.Form.Append", "variant", "format",
		"ErrUnsupported ErrInexact ErrNotFinite ErrDepth ErrLimit ErrNUL"},
	{"text.Parse, UnmarshalText", "variant", "parse", "parsing"},
	{"configfile.Parse", "variant", "parse", "parsing ErrNUL"},
	{"configfile.File.Set, configfile.File.SetBefore", "variant", "format",
		"ErrUnsupported ErrInexact ErrNotFinite ErrDepth ErrLimit ErrNUL"},
	{"configfile.File.Rename", "variant", "set", "ErrNotFound ErrDuplicateKey ErrUnsupported"},
	{"configfile.File.AppendProject", "variant", "encode", "encoding"},
	{"configfile.DecodeProject", "variant", "decode", "decoding ErrSyntax"},
	{"configfile.ScanBinary", "variant", "decode", "decoding ErrSyntax"},
	{"jsonvar.Format, jsonvar.Append", "variant", "format",
		"ErrUnsupported ErrInexact ErrNotFinite ErrDepth ErrUTF8 ErrLimit"},
	{"jsonvar.Form.Format, jsonvar.Form.Append", "variant", "format",
		"ErrUnsupported ErrInexact ErrNotFinite ErrDepth ErrUTF8 ErrLimit"},
	{"variant.JSON, MarshalJSON", "variant", "format",
		"ErrUnsupported ErrDepth ErrUTF8 ErrLimit"},
	{"variant.AppendJSON", "variant", "format",
		"ErrUnsupported ErrInexact ErrNotFinite ErrDepth ErrUTF8 ErrLimit"},
	{"MarshalText", "variant", "format", "ErrUnsupported ErrDepth ErrLimit"},
	{"variant.Printer.Marshal", "variant", "encode", "ErrUnsupported ErrDepth ErrLimit"},
	{"variant.ElementType.Convert", "plain", "", "ErrElementType"},
	{"jsonvar.Parse", "variant", "parse", "parsing"},
	{"UnmarshalJSON", "variant", "parse", "parsing ErrUnsupported"},
	{"objects.ParseNodePath", "plain", "", ""},
	{"message.Mux.Dispatch", "variant", "decode",
		"decoding converting ErrNotFound message.ErrUnknown"},
	{"message.Mux.Receive, message.Mux.Serve", "variant", "decode",
		"decoding converting ErrNotFound message.ErrUnknown ErrLimit " +
			"io.ErrNoProgress"},
	{"message.Mux.Append, message.Mux.Send", "variant", "encode",
		"encoding converting message.ErrUnknown io.ErrShortWrite"},
	{"message.Peer.Send", "variant", "encode", "encoding converting message.ErrUnknown"},
	{"message.Client.Receive, message.Client.Serve", "variant", "decode",
		"decoding converting ErrNotFound message.ErrUnknown"},
	{"message.Client.Send", "variant", "encode", "encoding converting message.ErrUnknown"},
	{"message.Peer.Ping, message.Broadcast, message.Group.Send", "variant", "encode",
		"encoding converting message.ErrUnknown"},
	{"message.Feed.Send", "variant", "convert", "converting encoding message.ErrUnknown"},
	{"message.Feed.Ack", "plain", "", ""},
	{"message.Replica.Apply", "variant", "patch", "editing ErrDepth"},
	{"message.Mux.Check", "plain", "", "ErrUnsupported"},
	{"message.Client.Close", "plain", "", ""},
	{"message.Server.ServeConn", "plain", "", "message.ErrJoin"},
	{"message.Server.Shutdown", "plain", "", ""},
	{"message.Server.Serve", "plain", "", ""},
	{"transport.Listen, transport.Dial, transport.Server.Serve", "plain", "", ""},
	{"transport.Server.ServeConn, transport.Server.Shutdown", "plain", "", ""},
	{"transport.Peer.Ended, transport.Peer.Rate, transport.Server.Do", "plain", "", ""},
	{"transport.Peer.Send, transport.Peer.SendCopy", "variant", "encode", "ErrLimit"},
	{"packet.New, packet.NewProtocol", "plain", "", "ErrUnsupported"},
	{"packet.Codec.Decode", "packet", "decode",
		"decoding ErrSyntax packet.ErrCommand packet.ErrPath packet.ErrName packet.ErrNumber " +
			"packet.ErrID"},
	{"packet.Codec.Append", "packet", "encode",
		"encoding ErrSyntax packet.ErrPath packet.ErrName packet.ErrNumber packet.ErrID"},
	{"packet.AppendCompressed", "variant", "encode", "encoding"},
	{"packet.DecodeCompressed", "variant", "decode", "decoding"},
	{"packet.Protocol.CheckPath", "plain", "", "packet.ErrPath"},
	{"packet.Protocol.CheckName", "plain", "", "packet.ErrName ErrUTF8"},
	{"packet.AppendID", "packet", "encode", "packet.ErrID"},
	{"packet.DecodeID", "packet", "decode", "packet.ErrID ErrTruncated ErrTrailing"},
	{"packet.Frame.Append", "packet", "encode", "packet.ErrCommand packet.ErrID ErrLength"},
	{"packet.DecodeFrame", "packet", "decode",
		"packet.ErrCommand packet.ErrID ErrTruncated ErrTrailing"},
	{"multiplayer.World.Receive, multiplayer.World.Route", "multiplayer", "receive",
		"decoding converting ErrLimit packet.ErrCommand packet.ErrPath packet.ErrName " +
			"packet.ErrNumber packet.ErrID multiplayer.ErrPeer multiplayer.ErrNode " +
			"multiplayer.ErrMethod multiplayer.ErrArguments multiplayer.ErrAuthority " +
			"multiplayer.ErrRefused"},
	{"multiplayer.World.Connect", "multiplayer", "receive", "multiplayer.ErrPeer ErrLimit"},
	{"multiplayer.World.Disconnect, multiplayer.World.Kick, multiplayer.World.Poll", "plain", "",
		""},
	{"multiplayer.World.Join", "multiplayer", "call", "multiplayer.ErrPeer"},
	{"multiplayer.Node.Call, multiplayer.Node.Set", "multiplayer", "call",
		"encoding converting multiplayer.ErrMethod multiplayer.ErrArguments multiplayer.ErrPeer"},
	{"multiplayer.World.SendBytes, multiplayer.World.SendAuth, multiplayer.World.CompleteAuth",
		"multiplayer", "call", "encoding multiplayer.ErrPeer"},
	{"multiplayer.World.Spawn, multiplayer.World.SpawnData, multiplayer.World.Synchronize",
		"multiplayer", "spawn",
		"encoding converting packet.ErrPath packet.ErrName multiplayer.ErrAuthority ErrNotFound " +
			"ErrLimit"},
	{"multiplayer.World.Remove, multiplayer.Entity.Remove, multiplayer.World.SetVisible",
		"multiplayer", "spawn", "packet.ErrPath multiplayer.ErrAuthority"},
	{"multiplayer.Server.Serve, multiplayer.Server.ServeConn, multiplayer.Server.Shutdown", "plain",
		"", ""},
	{"multiplayer.Client.Run", "plain", "", ""},
	{"scenes.Read", "plain", "", "ErrNotFound ErrUnsupported ErrWrongType ErrDepth ErrLimit"},
	{"resource.Decode, resource.ReadFile", "variant", "decode",
		"ErrTruncated ErrUnknownType ErrNotFound ErrDepth ErrLimit ErrUnsupported " +
			"savefile.ErrFormat"},
	{"resource.File.Scene, resource.File.Synchronizers", "variant", "decode",
		"ErrRange ErrWrongType ErrTruncated ErrLimit"},
	{"resource.File.Lookup", "variant", "look up", "ErrNotFound ErrWrongType"},
	{"resource.Diff", "variant", "diff", "ErrDepth ErrLimit"},
	{"resource.ParseUID", "plain", "", "ErrSyntax ErrRange"},
	{"enet.Listen, enet.Dial, enet.Listener.Accept, enet.Listener.Close", "plain", "", ""},
	{"websocket.Listen, websocket.Dial, websocket.Listener.Accept, websocket.Listener.Close",
		"plain", "", ""},
	{"rooms.Open, rooms.Run", "plain", "", "ErrOptions rooms.ErrNewer"},
	{"rooms.Connect, rooms.Host.Drain", "plain", "", ""},
	{"rooms.Host.Ready", "plain", "", "rooms.ErrDraining"},
	{"rooms.Host.Create", "plain", "", "rooms.ErrName rooms.ErrExists"},
	{"rooms.Host.Delete, rooms.Host.Kick", "plain", "", "rooms.ErrName"},
	{"rooms.Client.Run", "plain", "",
		"rooms.ErrAway rooms.ErrForgotten rooms.ErrReplaced rooms.ErrRefused rooms.ErrQuit " +
			"rooms.ErrKicked rooms.ErrDeleted"},
	{"rooms.ReadRecord", "plain", "", "rooms.ErrRecord rooms.ErrNewer"},
	{"rooms.ReadLog", "plain", "", "ErrOptions rooms.ErrName"},
	{"rooms.Repair", "plain", "", "ErrOptions rooms.ErrName rooms.ErrSound"},
	{"rooms.Entry.Body", "variant", "decode", "decoding"},
	{"dialect.New", "plain", "", "ErrOptions"},
	{"convert.File, convert.Stream", "plain", "", "ErrOptions"},
	{"savefile.NewReader, savefile.Decode", "savefile", "read", "reading"},
	{"savefile.Open, savefile.ReadFile", "savefile", "read", "reading"},
	{"savefile.Reader.Read, savefile.Inspect", "savefile", "read", "reading"},
	{"savefile.NewWriter, savefile.Create", "plain", "", "ErrOptions savefile.ErrKey"},
	{"savefile.Encode, savefile.WriteFile", "savefile", "write", "ErrLimit"},
	{"savefile.Writer.Write", "savefile", "write", "ErrLimit"},
	{"savefile.Writer.Close", "savefile", "write", ""},
	{"savefile.File.Write", "savefile", "write", "ErrLimit"},
	{"savefile.File.Close", "savefile", "write", ""},
	{"savefile.WriteFileIf, savefile.Edit", "plain", "", "savefile.ErrChanged"},
	{"savefile.File.CloseIf", "plain", "", "savefile.ErrChanged"},
	{"savefile.SumFile", "plain", "", ""},
	{"savefile.Reader.Close", "plain", "", ""},
}

package multiplayer

import (
	"crypto/md5"
	"encoding/hex"
	"slices"
	"strings"
)

// Access says which peers may call a method.
type Access int

// The kinds of access.
const (
	// ByAuthority lets only the multiplayer authority of the node call the method. It is the
	// default. Godot: @rpc("authority"); Godot 3: puppet.
	ByAuthority Access = iota
	// ByAnyPeer lets all peers call the method. Godot: @rpc("any_peer"); Godot 3: remote.
	ByAnyPeer
	// OnAuthority lets all peers call the method of the node's authority. Godot 3: master.
	OnAuthority
)

// A Method is a method that peers can call. The zero Access, Mode and Channel are those of @rpc
// without arguments.
type Method struct {
	Name    string // as in GDScript: "take_damage"
	Access  Access
	Mode    Mode // how calls travel
	Channel int  // of the transport

	// CallLocal says that a call to all is a call here too.
	// Godot: @rpc("call_local"); Godot 3: remotesync, mastersync, puppetsync.
	CallLocal bool

	// Configured says that the game makes the method callable by Node.rpc_config instead of @rpc.
	// Such methods have other IDs.
	Configured bool
}

// configuredBit is set in the IDs of configured methods.
const configuredBit = 0x8000

// A Signature are the methods of a node, with their IDs and the checksum in Godot 4. It is
// immutable.
//
// Configured methods have the IDs 0x8000, 0x8001 and so on in the order of their names, all other
// methods 0, 1 and so on. Methods of base scripts are among those of the script. Names are ordered
// by code points. The checksum is the MD5 of the configured names and then of the other names,
// without separators, in hexadecimal digits. So both sides need the same names, also those of
// methods that only one side has; nothing else about methods is compared.
type Signature struct {
	configured, script []Method
	checksum           string
}

// NewSignature returns the signature of methods in any order. Of two methods with the same name in
// the same group it keeps the first.
func NewSignature(methods []Method) Signature {
	var s Signature
	for _, m := range methods {
		if m.Configured {
			s.configured = append(s.configured, m)
		} else {
			s.script = append(s.script, m)
		}
	}
	s.configured, s.script = sorted(s.configured), sorted(s.script)

	h := md5.New()
	for _, name := range s.Names() {
		h.Write([]byte(name)) // never fails
	}
	s.checksum = hex.EncodeToString(h.Sum(nil))
	return s
}

// sorted sorts methods by name. UTF-8 has the order of code points.
func sorted(methods []Method) []Method {
	byName := func(a, b Method) int { return strings.Compare(a.Name, b.Name) }
	slices.SortStableFunc(methods, byName)
	return slices.CompactFunc(methods, func(a, b Method) bool { return a.Name == b.Name })
}

// Checksum returns the checksum, which is 32 hexadecimal digits.
func (s Signature) Checksum() string { return s.checksum }

// Names returns the names in the order of the checksum.
func (s Signature) Names() []string {
	names := make([]string, 0, len(s.configured)+len(s.script))
	for _, group := range [][]Method{s.configured, s.script} {
		for _, m := range group {
			names = append(names, m.Name)
		}
	}
	return names
}

// Method returns the method of an ID.
func (s Signature) Method(id uint16) (m Method, ok bool) {
	group := s.script
	if id&configuredBit != 0 {
		group = s.configured
	}
	if i := int(id &^ configuredBit); i < len(group) {
		return group[i], true
	}
	return Method{}, false
}

// ID returns the ID of the method with a name. If there are two, it is that of the @rpc method.
func (s Signature) ID(name string) (id uint16, ok bool) {
	byName := func(m Method, name string) int { return strings.Compare(m.Name, name) }
	if i, ok := slices.BinarySearchFunc(s.script, name, byName); ok {
		return uint16(i), true
	}
	if i, ok := slices.BinarySearchFunc(s.configured, name, byName); ok {
		return configuredBit | uint16(i), true
	}
	return 0, false
}

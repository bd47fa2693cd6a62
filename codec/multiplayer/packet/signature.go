package packet

import (
	"crypto/md5"
	"encoding/hex"
	"slices"
)

// configuredBit is set in the IDs of configured methods.
const configuredBit = 0x8000

// A Signature are the names of a node's methods, with their IDs and the checksum in Godot 4. It is
// immutable.
//
// Configured methods have the IDs 0x8000, 0x8001 and so on in the order of their names, all other
// methods 0, 1 and so on. Methods of base scripts are among those of the script. Names are ordered
// by code points. The checksum is the MD5 of the configured names and then of the other names,
// without separators, in hexadecimal digits. So both sides need the same names, also those of
// methods that only one side has; nothing else about methods is compared.
type Signature struct {
	script, configured []string
	checksum           string
}

// NewSignature returns the signature of methods in any order: those of the script that have @rpc,
// and those that Node.rpc_config makes callable.
func NewSignature(script, configured []string) Signature {
	s := Signature{script: sorted(script), configured: sorted(configured)}

	h := md5.New()
	for _, name := range s.Names() {
		h.Write([]byte(name)) // never fails
	}
	s.checksum = hex.EncodeToString(h.Sum(nil))
	return s
}

// sorted returns names in their order, each once. UTF-8 has the order of code points.
func sorted(names []string) []string { return slices.Compact(slices.Sorted(slices.Values(names))) }

// Checksum returns the checksum, which is 32 hexadecimal digits.
func (s Signature) Checksum() string { return s.checksum }

// Names returns the names in the order of the checksum.
func (s Signature) Names() []string { return slices.Concat(s.configured, s.script) }

// Name returns the name of the method with an ID.
func (s Signature) Name(id uint16) (name string, ok bool) {
	group := s.script
	if id&configuredBit != 0 {
		group = s.configured
	}
	if i := int(id &^ configuredBit); i < len(group) {
		return group[i], true
	}
	return "", false
}

// ID returns the ID of the method with a name. If there are two, it is that of the @rpc method.
func (s Signature) ID(name string) (id uint16, ok bool) {
	if i, ok := slices.BinarySearch(s.script, name); ok {
		return uint16(i), true
	}
	if i, ok := slices.BinarySearch(s.configured, name); ok {
		return configuredBit | uint16(i), true
	}
	return 0, false
}

package packet

import (
	"crypto/md5"
	"encoding/hex"
	"slices"
)

// configuredBit is set in the IDs of configured methods.
const configuredBit = 0x8000

// A Signature has the names of a node's methods, their IDs and their checksum, in Godot 4. It is
// immutable.
//
// Configured methods have the IDs 0x8000, 0x8001 and so on in the order of their names. All other
// methods have the IDs 0, 1 and so on. Methods of a script include the methods of its base scripts.
// Names are ordered by code points. The checksum is the MD5, in hexadecimal digits, of the
// configured names followed by the other names, without separators. So both sides must declare the
// same names, even of methods that only one side implements. Nothing else about methods is
// compared.
type Signature struct {
	script, configured []string
	checksum           string
}

// NewSignature returns the signature of a node. The argument script has the names of the methods
// with @rpc. The argument configured has the names of the methods that Node.rpc_config makes
// callable. Both may be in any order.
func NewSignature(script, configured []string) Signature {
	s := Signature{script: sorted(script), configured: sorted(configured)}

	h := md5.New()
	for _, name := range s.Names() {
		h.Write([]byte(name)) // never fails
	}
	s.checksum = hex.EncodeToString(h.Sum(nil))
	return s
}

// sorted returns names in ascending order, without duplicates. The order of UTF-8 is the order of
// code points.
func sorted(names []string) []string { return slices.Compact(slices.Sorted(slices.Values(names))) }

// Checksum returns the checksum, which is 32 hexadecimal digits.
func (s Signature) Checksum() string { return s.checksum }

// Names returns the names in the order of the checksum.
func (s Signature) Names() []string { return slices.Concat(s.configured, s.script) }

// Name returns the name of the method with an ID. The result ok is false if there is no such
// method.
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

// ID returns the ID of the method with a name. If two methods have the name, it returns the ID of
// the @rpc method.
func (s Signature) ID(name string) (id uint16, ok bool) {
	if i, ok := slices.BinarySearch(s.script, name); ok {
		return uint16(i), true
	}
	if i, ok := slices.BinarySearch(s.configured, name); ok {
		return configuredBit | uint16(i), true
	}
	return 0, false
}

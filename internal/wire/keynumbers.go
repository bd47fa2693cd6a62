package wire

// KeyNumbers give a number to each large Array and Dictionary in the keys of dictionaries: equal
// ones have the same number. A Writer of keys writes the number instead of the parts, so a key has
// the length of what is in it directly, and the time for keys in keys in keys grows with their
// length, not with their depth. The zero value is ready for use.
//
// A container is found again by the address of its first part. Its parts must not change as long
// as the numbers are in use.
type KeyNumbers struct {
	byParts   map[string]uint64  // from 1, by the bytes of the parts
	byAddress map[address]uint64 // equalsNothing for parts with a key that equals no other
}

// An address is the pointer to the first of n parts.
type address struct {
	first any
	n     int
}

// equalsNothing stands for parts that do not even equal themselves, such as a NaN in an Array.
const equalsNothing = 0

// add returns the number of the container at an address with these parts. Without ok they equal
// nothing.
func (k *KeyNumbers) add(at address, parts []byte, ok bool) uint64 {
	if k.byAddress == nil {
		k.byParts = map[string]uint64{}
		k.byAddress = map[address]uint64{}
	}

	number := uint64(equalsNothing)
	if ok {
		number = k.byParts[string(parts)]
	}

	if ok && number == 0 {
		number = uint64(len(k.byParts)) + 1
		k.byParts[string(parts)] = number
	}

	k.byAddress[at] = number
	return number
}

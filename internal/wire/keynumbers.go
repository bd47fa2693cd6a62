package wire

// KeyNumbers gives a number to each large Array and Dictionary inside dictionary keys. Equal
// containers get the same number. A Writer of keys writes this number instead of the container's
// parts. So the time for keys nested in keys depends on their length, but not on their depth. The
// zero value is ready for use.
//
// KeyNumbers recognises a container by the address of its first part. The parts must not change
// while the numbers are in use.
type KeyNumbers struct {
	byParts   map[string]uint64  // numbers of containers, from 1 on, by the bytes of their parts
	byAddress map[address]uint64 // maps a container's address to its number, or to equalsNothing

	// The function [Distinct] stores the keys of one dictionary in the next two fields. The field
	// packets has the bytes of the keys, and the field table has their offsets in packets.
	table   KeyTable
	packets []byte
}

// An address identifies a container: the pointer to its first part, and the number of parts.
type address struct {
	first any
	n     int
}

// equalsNothing takes the place of a number for a container that does not equal itself, such as an
// Array that holds a NaN.
const equalsNothing = 0

// add gives a number to the container at an address, stores the number and returns it. The argument
// parts has the written bytes of the container's parts. If ok is false, add stores equalsNothing.
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

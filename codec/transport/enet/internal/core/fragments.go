package core

import "godotvariant/codec/transport/enet/internal/command"

// An assembly is a packet of which some fragments have arrived. It takes memory only for these
// fragments.
type assembly struct {
	count, total uint32
	size         uint32 // size of each fragment except the last; 0 if it is not known yet
	parts        map[uint32][]byte
	bytes        int
}

// newAssembly returns an assembly for the packet of a fragment, or nil if no sender makes such
// fragments.
func newAssembly(f command.Fragment) *assembly {
	if f.Count < 1 || f.Total < f.Count || f.Count > freeWindows*windowSize {
		return nil
	}

	if f.Count > 1 && (f.Total-1)/(f.Count-1) < minFragment {
		return nil
	}

	return &assembly{count: f.Count, total: f.Total, parts: map[uint32][]byte{}}
}

// fits reports whether a fragment belongs to the packet. All fragments except the last one have the
// same size, and follow each other without gaps.
func (a *assembly) fits(f command.Fragment, n uint32) bool {
	if f.Count != a.count || f.Total != a.total || f.Index >= a.count || n == 0 {
		return false
	}

	if f.Offset >= a.total || n > a.total-f.Offset {
		return false
	}

	size := n
	if f.Index == a.count-1 {
		if f.Offset+n != a.total {
			return false
		}
		if f.Index == 0 {
			return true
		}
		size = f.Offset / f.Index
	}

	if f.Offset != f.Index*size || a.size != 0 && size != a.size {
		return false
	}

	if size == 0 || (a.total+size-1)/size != a.count {
		return false
	}

	a.size = size
	return true
}

// has reports whether a fragment has arrived before.
func (a *assembly) has(index uint32) bool { return a.parts[index] != nil }

// add adds a fragment that fits.
func (a *assembly) add(index uint32, data []byte) {
	a.parts[index] = append([]byte(nil), data...)
	a.bytes += len(data)
}

// whole reports whether all fragments have arrived.
func (a *assembly) whole() bool { return uint32(len(a.parts)) == a.count }

// cost returns the number of bytes that the assembly counts for Limits.MaxWaiting.
func (a *assembly) cost() int { return a.bytes + overhead*(1+len(a.parts)) }

// packet returns the whole packet.
func (a *assembly) packet() []byte {
	data := make([]byte, 0, a.total)
	for i := range a.count {
		data = append(data, a.parts[i]...)
	}

	return data
}

package core

const (
	groupWindow  = 1024
	groupWindows = 32
)

// groups has the numbers of the unsequenced packets that have arrived, within a window.
type groups struct {
	base uint16
	seen [groupWindow / 32]uint32
}

// take reports whether a packet with the number is new.
func (g *groups) take(number uint16) bool {
	index := number % groupWindow
	distance := uint32(number)
	if number < g.base {
		distance += 1 << 16
	}

	if distance >= uint32(g.base)+groupWindows*groupWindow {
		return false
	}

	bit := uint32(1) << (index % 32)
	if base := number - index; base != g.base {
		g.base = base
		clear(g.seen[:])
	} else if g.seen[index/32]&bit != 0 {
		return false
	}

	g.seen[index/32] |= bit
	return true
}

package view

// A run is a difference between two lists: the items from a to endA of the first list are replaced
// with the items from b to endB of the second.
type run struct{ a, endA, b, endB int }

// lookAhead is the greatest number of items, in both lists together, that are skipped in the search
// for the next equal items. If this search finds none, next takes the first different item of each
// list, and looks it up in the whole other list.
const lookAhead = 64

// runsOf returns the runs in which two lists of hashes differ. The number of runs is not always
// minimal.
func runsOf(a, b []uint64) (runs []run) {
	l := lists{a: a, b: b}

	for i, j := 0, 0; i < len(a) || j < len(b); {
		if i < len(a) && j < len(b) && a[i] == b[j] {
			i++
			j++
			continue
		}

		nextA, nextB := l.next(i, j)
		if n := len(runs); n > 0 && runs[n-1].endA == i && runs[n-1].endB == j &&
			nextA-i != nextB-j {
			runs[n-1].endA = nextA
			runs[n-1].endB = nextB
		} else {
			runs = append(runs, run{i, nextA, j, nextB})
		}

		i = nextA
		j = nextB
	}

	return runs
}

// lists has two lists of hashes, and indexes that are made on demand.
type lists struct {
	a, b     []uint64
	inA, inB map[uint64]int // the last index of each hash
}

// next returns the indexes of the next common item after the indexes i and j, at which the lists
// differ. If it finds no such item, it skips one item of each list.
func (l *lists) next(i, j int) (int, int) {
	if i == len(l.a) || j == len(l.b) {
		return len(l.a), len(l.b)
	}

	for sum := 1; sum <= lookAhead; sum++ {
		for x := (sum + 1) / 2; x >= 0; x-- { // try replacements before insertions and deletions
			if l.meet(i+x, j+sum-x) {
				return i + x, j + sum - x
			}
			if l.meet(i+sum-x, j+x) {
				return i + sum - x, j + x
			}
		}
	}

	if l.inA == nil {
		l.inA = lastIndexes(l.a)
		l.inB = lastIndexes(l.b)
	}

	if at := l.inB[l.a[i]]; at > j {
		return i, at
	}
	if at := l.inA[l.b[j]]; at > i {
		return at, j
	}

	return i + 1, j + 1
}

// meet reports whether both lists have the same item at these indexes.
func (l *lists) meet(i, j int) bool {
	return i < len(l.a) && j < len(l.b) && l.a[i] == l.b[j]
}

func lastIndexes(hashes []uint64) map[uint64]int {
	at := make(map[uint64]int, len(hashes))
	for i, h := range hashes {
		at[h] = i
	}

	return at
}

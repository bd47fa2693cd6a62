package wire

import (
	"encoding/binary"
	"math"

	"godotvariant/internal/forms"
	"godotvariant/variant/dialect"
)

// numberKeys makes the Writer write numbers for the containers in keys.
func (w *Writer) numberKeys(numbers *KeyNumbers) { w.numbers = numbers }

// smallParts is the length from which on parts have a number. Shorter ones are written again each
// time: the numbers of many small keys would take more memory than they save time.
const smallParts = 64

// numberHead stands in front of a number. No packet begins with it.
const numberHead = math.MaxUint32

// KeyParts writes the n parts of a container that is in a key, with write or as their number.
// first is the pointer to the first part.
func (w *Writer) KeyParts(first any, n int, write func()) {
	if w.numbers == nil {
		write()
		return
	}

	at := address{first, n}
	number, known := w.numbers.byAddress[at]

	if !known {
		start := len(w.buf)
		write()

		if len(w.buf)-start < smallParts {
			return
		}

		number = w.numbers.add(at, w.buf[start:], w.err == nil)
		w.buf = w.buf[:start]
	}

	if number == equalsNothing {
		w.Fail(ErrNoEqual)
		return
	}

	w.word(numberHead)
	w.quad(number)
}

// Distinct returns the pairs of a dictionary with each key of Godot 4 once: in its first position,
// with its last value. It uses the memory of pairs. write writes the key of a pair, and replace
// gives the first pair of a key the value of a later one.
func Distinct[P any](numbers *KeyNumbers, pairs []P, write func(w *Writer, p P),
	replace func(first *P, later P)) []P {
	if len(pairs) < 2 {
		return pairs
	}

	positions := map[string]int{}
	kept := pairs[:0]

	var buf []byte
	for _, p := range pairs {
		var ok bool
		buf, ok = numbers.key(buf[:0], func(w *Writer) { write(w, p) })

		if i, twice := positions[string(buf)]; ok && twice {
			replace(&kept[i], p)
			continue
		}

		if ok {
			positions[string(buf)] = len(kept)
		}

		kept = append(kept, p)
	}

	return kept
}

// keyed has equal bytes for keys that are equal in Godot 4.
var keyed = forms.NewKeyed(dialect.KeysByContent)

// key appends bytes that are equal for equal keys to dst. It returns false for a key that equals
// no other.
func (k *KeyNumbers) key(dst []byte, write func(*Writer)) ([]byte, bool) {
	w := NewWriter(keyed, dst)
	w.Run(func(w *Writer) {
		w.numberKeys(k)
		write(w)
	})

	b, err := w.Finish(dst, w.err)
	if err != nil {
		return dst, false
	}

	if head := b[len(dst):]; binary.LittleEndian.Uint32(head) == uint32(dialect.TypeStringName) {
		binary.LittleEndian.PutUint32(head, uint32(dialect.TypeString))
	}

	return b, true
}

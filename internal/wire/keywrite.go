package wire

import (
	"bytes"
	"encoding/binary"
	"hash/maphash"
	"math"

	"godotvariant/internal/forms"
	"godotvariant/variant/dialect"
)

// numberKeys makes the Writer write a number instead of each large container in a key.
func (w *Writer) numberKeys(numbers *KeyNumbers) { w.numbers = numbers }

// smallParts is a length in bytes. If the parts of a container are shorter, the Writer writes them
// and gives the container no number, because numbers for many small containers would need much
// memory and save little time.
const smallParts = 64

// numberHead is the word that is written before the number of a container. No packet begins with
// this word.
const numberHead = math.MaxUint32

// KeyParts writes the n parts of a container in a key with the function write. If the Writer has
// KeyNumbers and the parts are not shorter than smallParts, KeyParts writes the number that
// KeyNumbers has for the container in place of the parts. The argument firstPart is the pointer to
// the first part.
func (w *Writer) KeyParts(firstPart any, n int, write func()) {
	if w.numbers == nil {
		write()
		return
	}

	at := address{firstPart, n}
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

// Distinct returns the pairs of a dictionary without repeated keys, by Godot 4's rule for equal
// keys. A repeated key stays at its first position and gets its last value. The result uses the
// memory of pairs. The function write writes the key of a pair. The function replace copies the
// value of a later pair to the first pair with the same key.
func Distinct[P any](numbers *KeyNumbers, pairs []P, write func(w *Writer, p P),
	replace func(first *P, later P)) []P {
	if len(pairs) < 2 {
		return pairs
	}

	if numbers.packets == nil {
		numbers.packets = make([]byte, 0, 256) // for nil, a Writer adds no spare capacity
	}

	t := &numbers.table
	scope := t.Open(len(pairs))
	t.reserve(len(pairs))

	kept := pairs[:0]

	var p P
	put := func(w *Writer) { write(w, p) }

	for _, p = range pairs {
		start := len(numbers.packets)
		key, ok := numbers.key(numbers.packets, put)
		numbers.packets = key
		key = key[start:]

		hash := maphash.Bytes(seed, key)
		same := -1
		if ok {
			same = t.Find(scope, hash, func(i int) bool {
				end := start
				if i+1 < len(kept) {
					end = t.Offset(scope, i+1)
				}
				return bytes.Equal(numbers.packets[t.Offset(scope, i):end], key)
			})
		}

		if same >= 0 {
			replace(&kept[same], p)
			numbers.packets = numbers.packets[:start]
			continue
		}

		t.Add(scope, hash, start)
		kept = append(kept, p)
	}

	t.Close(scope)
	numbers.packets = numbers.packets[:0]

	return kept
}

// keyed is a format in which keys that are equal in Godot 4 have equal bytes.
var keyed = forms.NewKeyed(dialect.KeysByContent)

// key appends to dst the bytes that stand for a key. Equal keys have the same bytes. If a key never
// equals another key, such as an Array that contains NaN, key returns false.
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

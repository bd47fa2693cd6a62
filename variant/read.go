package variant

import (
	"encoding/binary"
	"fmt"
	"math"

	"godotvariant/internal/float"
	"godotvariant/internal/forms"
	"godotvariant/internal/wire"
)

// This file reads values. Package wire recognises the header of a packet. The functions in this
// file make a Variant of the packet, or only validate it, or hash it as a key. The functions call
// each other in this order:
//
//	readPacket     a whole packet, for programs and Decode methods
//	readPart       a packet in a container, which may be part of a key
//	readOne        a packet that is not part of a key
//	readRun        packets of a container in one loop, which reads most of them itself
//	readLeaf       a packet without parts, outside of that loop
//	readPayload    the payload of any other packet
//	readByMethod   a payload that the Decode method of its type reads

// prototypes has one value of each type that can be decoded, indexed by type.
type prototypes = [256]Variant

func prototypesOf(r *wire.Reader) *prototypes { return r.Format().Prototypes.(*prototypes) }

// A readerState is the state that this package attaches to a Reader. The Reader keeps it from
// packet to packet.
type readerState struct {
	block                          // see box_unsafe.go
	known [maxKnownDepth]knownKeys // known keys by depth
}

func readingOf(r *wire.Reader) *readerState {
	attached := r.Attached(wire.OfValues)
	s, ok := (*attached).(*readerState)
	if !ok {
		s = new(readerState)
		*attached = s
	}

	s.types = prototypesOf(r)
	return s
}

// readPacket reads the next packet, for a caller that is at the beginning of the data or in a
// Decode method.
func readPacket(r *wire.Reader) Variant {
	if r.Failed() || r.TooDeep() {
		return nil
	}

	around := r.Current()
	v := readPart(r, TypeNil)
	r.Restore(around)

	return v
}

// readOne reads a packet. It fails if the type of the packet is not allowed in a container whose
// element type is elem. Before the call, the caller checks Failed and TooDeep. The packet becomes
// the current packet of the Reader. A caller that is in the middle of an outer packet calls Restore
// afterwards.
func readOne(r *wire.Reader, elem Type) Variant {
	f, word := r.Next(elem)
	switch {
	case f == nil:
		return nil
	case f.Kind > forms.LastText:
		return readPayload(r, f, word)
	default:
		return readLeaf(r, f, word, elem)
	}
}

// readLeaf reads a packet of form f. The argument word has the first 8 bytes of the packet. The
// kind of f must be at most LastText. It is a separate function to keep the stack frames of nested
// values small.
//
//go:noinline
func readLeaf(r *wire.Reader, f *forms.Form, word uint64, elem Type) Variant {
	start := r.Offset()
	switch {
	case !r.Checking() && !r.Hashing():
		var one [1]Variant
		r.Reserve(forms.MinPacket) // readRun subtracts it
		readRun(r, one[:], nil, nil, elem)
		return one[0]

	case f.Kind > forms.LastFixed:
		r.Skip(8)
		b := r.TextOf(start+forms.MinPacket, uint32(word>>32))

		if r.Failed() {
			r.FailPacket(f, start, nil)
			return nil
		}

		if r.Checking() {
			return nil
		}

		return textValue(f, b) // not in a block, because a kept key would keep the whole block

	case r.Hashing():
		r.Skip(forms.MinPacket)
		return readByMethod(r, f, start)

	default:
		r.Skip(int(f.Size))
		return nil
	}
}

// readRun reads items or, if the argument pairs is not nil, pairs. The argument elem is the element
// type of the items or values. The expected keys are in known, in the order of the pairs. readRun
// stops at a key that is not the expected key, and after an error. It returns the number of parts
// that it has read.
//
// Each case of the switch for a fixed length has this length as a constant. If the cases added
// Form.Size to the offset, the processor would have to load the length of each packet before it can
// read the next packet.
func readRun(r *wire.Reader, items []Variant, pairs []Pair, known *knownKeys, elem Type) int {
	n := max(len(items), len(pairs))
	s := readingOf(r)
	for i := range n {
		var part *Variant

		if pairs == nil {
			part = &items[i]
		} else {
			if i >= len(known.keys) {
				return i
			}

			k := &known.keys[i]
			if !r.NextKey(&k.packet) && !r.NextLongKey(&k.packet) {
				return i
			}

			pairs[i].Key = k.key
			part = &pairs[i].Value
		}

		r.Reserve(-forms.MinPacket)
		f, word := r.MatchHeader(elem)
		if f == nil {
			f, word = r.ReadHeader(elem)
			if f == nil {
				return i
			}
		}

		var v Variant
		switch f.Kind {
		case forms.KindNil:
			r.Skip(forms.MinPacket)
			v = Nil{}

		case forms.KindBool:
			r.Skip(8)
			v = Bool(word>>32 != 0)

		case forms.KindInt32:
			r.Skip(8)
			v = s.boxInt(int64(int32(word >> 32)))

		case forms.KindInt64:
			v = s.boxInt(int64(binary.LittleEndian.Uint64(r.Payload(8))))

		case forms.KindFloat32:
			r.Skip(8)
			v = s.boxFloat(float.Quieten(float.Widen(uint32(word >> 32))))

		case forms.KindFloat64:
			v = s.boxFloat(math.Float64frombits(binary.LittleEndian.Uint64(r.Payload(8))))

		case forms.KindReals2:
			v = s.boxReals2(r, f.Type)
		case forms.KindReals3:
			v = s.boxReals3(r, f.Type)
		case forms.KindReals4:
			v = s.boxReals4(r, f.Type)

		case forms.KindString, forms.KindStringName:
			start := r.Offset()
			r.Seek(start + 8)

			b := r.TextOf(start+forms.MinPacket, uint32(word>>32))
			switch {
			case r.Failed():
				r.FailPacket(f, start, nil)
				return i

			case len(b) == 0 || len(b) > wire.MaxShared:
				v = textValue(f, b)
			default:
				v = s.boxText(f.Type, s.chunk.Share(b))
			}

		default:
			v = readPayload(r, f, word)
			if r.Failed() {
				return i
			}
		}

		*part = v
	}

	return n
}

// readPart reads the next packet. If the packet is a part of a key, readPart adds it to the hash of
// the key.
func readPart(r *wire.Reader, elem Type) Variant {
	if !r.Hashing() {
		return readOne(r, elem)
	}

	start := r.Offset()
	v, hash := readHashed(r, elem)

	if !r.Failed() {
		r.MixPart(start, hash)
	}

	return v
}

// readHashed is readOne, and also returns the hash of the packet.
func readHashed(r *wire.Reader, elem Type) (Variant, uint64) {
	start, outer := r.Offset(), r.BeginHash()
	v := readOne(r, elem)
	if r.Failed() {
		return nil, 0
	}
	return v, r.EndHash(start, outer)
}

// readPayload reads a packet of form f. The argument word has the first 8 bytes of the packet. The
// function readPayload reads containers itself, and values of other types with the prototype's
// Decode method.
func readPayload(r *wire.Reader, f *forms.Form, word uint64) Variant {
	start := r.Offset()
	r.Skip(forms.MinPacket)

	var v Variant
	switch f.Kind {
	case forms.KindFixed:
		r.SetWidth(f.Width)
		v, _ = prototypesOf(r)[f.Type].Decode((*Reader)(r))
		return v

	case forms.KindArray:
		r.Enter()
		v = readArray(r, uint32(word)&f.Flags)
		r.Leave()

	case forms.KindDictionary:
		r.Enter()
		v = readDictionary(r, uint32(word)&f.Flags)
		r.Leave()

	default:
		return readByMethod(r, f, start)
	}

	if r.Failed() {
		r.FailPacket(f, start, nil)
		return nil
	}

	return v
}

// textValue returns b as a value of form f, a String or StringName.
//
//go:noinline
func textValue(f *forms.Form, b []byte) Variant {
	if f.Kind == forms.KindString {
		return String(b)
	}
	return StringName(b)
}

// readByMethod reads the payload of a packet with the Decode method of the prototype. The argument
// offset is the offset of the packet.
func readByMethod(r *wire.Reader, f *forms.Form, offset int) Variant {
	prototype := prototypesOf(r)[f.Type]
	r.Begin(f, offset)
	r.Enter()

	var v Variant
	var err error
	switch {
	case !r.NeedFixed(f):
	case f.Kind == forms.KindForeign:
		v, err = decodeGuarded(r, prototype)
	default:
		v, err = prototype.Decode((*Reader)(r))
	}

	if err != nil || r.Failed() || v == nil && !r.Checking() ||
		f.Checked && !r.AllFinite(f, offset, r.Offset()) {
		r.FailPacket(f, offset, err)
		v = nil
	}

	r.Leave()
	return v
}

// decodeGuarded calls the Decode method of a type of another module. The method may panic. It
// builds its value even if the Reader only validates the packet, because the data that it has read
// may decide what it reads next. If the method returns no value, decodeGuarded returns an error.
func decodeGuarded(r *wire.Reader, prototype Variant) (v Variant, err error) {
	outer := r.BeginForeign()
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the Decode method panicked: %v", p)
			v = nil
		}

		r.EndForeign(outer)
		if r.Checking() {
			v = nil
		}
	}()

	start := r.Head()
	v, err = prototype.Decode((*Reader)(r))
	switch {
	case err != nil || r.Failed():
	case (r.Offset()-start)&3 != 0:
		err = Because(ErrLength,
			"the Decode method read a payload that is not a multiple of 4 bytes")
	case v == nil:
		err = wire.ErrNothing
	}

	return v, err
}

// readArray reads the payload of an Array. The argument flags has the flags of its header.
func readArray(r *wire.Reader, flags uint32) Variant {
	elem, want := readElementType(r, flags>>forms.FlagElem)
	n, shared := r.CountShared(forms.MinPacket)
	items := readItems(r, n, want)
	if r.Checking() || r.Failed() {
		return nil
	}
	return Array{Items: items, Elem: elem, Shared: shared}
}

// readItems reads n items of element type elem.
func readItems(r *wire.Reader, n int, elem Type) []Variant {
	switch {
	case r.Failed():
		return nil

	case n > 0 && r.TooDeep():
		r.StepIndex(0)
		return nil

	case r.Hashing():
		return hashedItems(r, n, elem)

	case r.Checking():
		if i := checkParts(r, n, elem, elem); r.Failed() {
			r.StepIndex(i)
		}
		return nil
	}

	items := make([]Variant, n)
	r.Reserve(n * forms.MinPacket)

	if i := readRun(r, items, nil, nil, elem); r.Failed() {
		r.StepIndex(i)
		return nil
	}

	return items
}

// hashedItems is readItems for an array inside a dictionary key.
func hashedItems(r *wire.Reader, n int, elem Type) []Variant {
	items := []Variant{}
	r.Reserve(n * forms.MinPacket)

	for i := range n {
		r.Reserve(-forms.MinPacket)
		v := readPart(r, elem)

		if r.Failed() {
			r.StepIndex(i)
			return nil
		}

		if !r.Checking() {
			items = append(items, v)
		}
	}

	return items
}

// checkParts validates the n packets of a container's parts. The arguments firstType and secondType
// are element types. They apply to the packets in turn: firstType to the first packet, secondType
// to the second packet, firstType to the third packet. For pairs, firstType is the type of the keys
// and secondType is the type of the values. After an error it returns the index of the invalid
// packet.
func checkParts(r *wire.Reader, n int, firstType, secondType Type) int {
	return r.ValidateParts(n, firstType, secondType, checkPayload)
}

func checkPayload(r *wire.Reader, f *forms.Form, word uint64) { readPayload(r, f, word) }

// readDictionary reads the payload of a Dictionary. The argument flags has the flags of its header.
func readDictionary(r *wire.Reader, flags uint32) Variant {
	keyType, key := readElementType(r, flags>>forms.FlagKey)
	valueType, value := readElementType(r, flags>>forms.FlagValue)
	hash := r.Hash()
	n, shared := r.CountShared(2 * forms.MinPacket)
	r.SwapHash(hash) // removes n from the hash; readPairs adds the number of distinct pairs
	pairs := readPairs(r, n, key, value)

	if r.Checking() || r.Failed() {
		return nil
	}

	return Dictionary{Pairs: pairs, Key: keyType, Value: valueType, Shared: shared}
}

// readPairs reads n pairs. The arguments key and value are the element types of the dictionary.
func readPairs(r *wire.Reader, n int, key, value Type) []Pair {
	switch {
	case r.Failed() || n == 0:
		return nil
	case r.TooDeep():
		stepPair(r, wire.StepPairKey, 0, nil)
		return nil
	}

	// a validation that neither hashes nor compares keys ignores duplicate keys
	if r.Checking() && !r.Hashing() && !r.ComparesKeys() {
		if i := checkParts(r, 2*n, key, value); r.Failed() {
			stepPair(r, [2]wire.StepKind{wire.StepPairKey, wire.StepKey}[i&1], i/2, nil)
		}
		return nil
	}

	r.Reserve(n * 2 * forms.MinPacket)
	p := pairReader{Reader: r}

	if !r.Checking() {
		p.pairs = make([]Pair, n)
	}

	i := 0

	if !r.Checking() && !r.Hashing() && r.Depth() <= maxKnownDepth &&
		(key == TypeNil || key == TypeString) {
		p.known = &readingOf(r).known[r.Depth()-1]
		i = readRun(r, nil, p.pairs, p.known, value)
		switch {
		case r.Failed():
			stepPair(r, wire.StepKey, i, p.pairs[i].Key)
			return nil
		case i == n:
			return p.pairs
		}
	}

	p.read(i, n, key, value)
	return p.pairs
}

// stepPair calls r.Step. It is a separate function to keep the stack frames of nested values
// small.
//
//go:noinline
func stepPair(r *wire.Reader, kind wire.StepKind, i int, key Variant) {
	r.Step(wire.Step{Kind: kind, Index: i, Key: key})
}

// knownKeys are the String keys of the last dictionary at one depth, all different. Dictionaries of
// one kind have the same keys in the same order. So the Reader compares the bytes of key i with the
// bytes of known key i. If they are equal, it reuses the value and the hash. The known keys remain
// for the next packets.
type knownKeys struct{ keys []knownKey }

type knownKey struct {
	packet wire.KeyPacket
	key    Variant
	hash   uint64
}

// These constants limit the memory that a Reader keeps.
const (
	maxKnown       = 32 // keys of a dictionary
	maxKnownPacket = 40 // greatest length of the packet of a known key, in bytes
	maxKnownDepth  = 8
)

// A pairReader reads the pairs of one dictionary and keeps each key once.
type pairReader struct {
	*wire.Reader
	pairs []Pair
	scope wire.KeyScope // keys that were read
	known *knownKeys    // where keys are cached, or nil
}

// read reads the pairs i to n-1. The pairs before them were read already, and p.known has their
// keys.
func (p *pairReader) read(i, n int, keyType, valueType Type) {
	r := p.Reader
	keys := r.Keys()
	p.scope = keys.Open(n)

	if p.known != nil {
		p.known.keys = p.known.keys[:i]
		for i := range p.known.keys {
			keys.Add(p.scope, p.known.keys[i].hash, 0)
		}
	}

	p.pairs = p.pairs[:min(i, len(p.pairs))]
	for ; i < n; i++ {
		r.Reserve(-forms.MinPacket)
		key, at := p.readKey(keyType)

		if r.Failed() {
			stepPair(r, wire.StepPairKey, i, nil)
			return
		}

		r.Reserve(-forms.MinPacket)
		hash := r.Hash()
		value := readPart(r, valueType)

		if r.Hashing() {
			keys.SetValue(p.scope, at, r.SwapHash(hash))
		}

		switch {
		case r.Failed():
			stepPair(r, wire.StepKey, i, key)
			return

		case r.Checking():
		case at >= 0:
			p.pairs[at].Value = value
		default:
			p.pairs = append(p.pairs, Pair{key, value})
		}
	}

	if r.Hashing() {
		r.MixPairs(p.scope)
	}

	keys.Close(p.scope)
}

// readKey reads a key. It also returns the index of an earlier equal key, or -1.
func (p *pairReader) readKey(elem Type) (key Variant, at int) {
	r, start := p.Reader, p.Offset()
	outer := r.BeginKey()
	key, hash := readHashed(r, elem)
	r.EndScope(outer)

	if r.Failed() {
		return nil, -1
	}

	at = p.find(key, hash, start)
	switch {
	case at >= 0 && r.Strict():
		r.FailValue(start, TypeNil, ErrDuplicateKey)
	case at < 0:
		r.Keys().Add(p.scope, hash, start)
	case r.Refused(start):
		r.FailValue(start, TypeNil,
			Because(ErrDuplicateKey, "an earlier key is written in the same way"))
	default:
		r.Repeat(p.scope, start, at)
	}

	if p.known != nil {
		p.cacheKey(start, key, hash, at)
	}

	return key, at
}

// find returns the index of an earlier key that is equal to key, or -1.
func (p *pairReader) find(key Variant, hash uint64, start int) int {
	keys, rule := p.Reader.Keys(), p.Format().Spec.Keys
	return keys.Find(p.scope, hash, func(i int) bool {
		if !p.Checking() {
			return sameKey(rule, p.pairs[i].Key, key)
		}

		// A strict validation builds no keys until it finds two keys with the same hash. Then it
		// builds these two. They are almost always equal, and equal keys are an error.
		a, errA := decode(p.Format(), p.Rest(keys.Offset(p.scope, i)))
		b, errB := decode(p.Format(), p.Rest(start))
		return errA == nil && errB == nil && sameKey(rule, a, b)
	})
}

// cacheKey caches the key that was read. If a key can't be cached, later keys of the dictionary are
// not cached either.
func (p *pairReader) cacheKey(start int, key Variant, hash uint64, at int) {
	known := p.known
	n := len(known.keys)

	packet := p.Since(start)
	if _, ok := key.(String); !ok || at >= 0 || n == maxKnown || len(packet) > maxKnownPacket {
		p.known = nil
		return
	}

	if n < cap(known.keys) {
		known.keys = known.keys[:n+1]
	} else {
		known.keys = append(known.keys, knownKey{})
	}

	k := &known.keys[n]
	k.key = key
	k.hash = hash
	k.packet.Set(packet)
}

// decode returns the value of the packet at the start of b.
func decode(f *forms.Format, b []byte) (Variant, error) {
	r := wire.NewReader(f, b, nil)
	defer r.Release()
	v := readPacket(r)
	return v, (*Reader)(r).Err()
}

// Decode reads the payload.
func (Array) Decode(r *Reader) (Variant, error) { return readArray(r.in(), r.Flags()), r.Err() }

// Decode reads the payload.
func (TypedArray) Decode(r *Reader) (Variant, error) {
	elem, items, ok := readTypedArray(r.in())
	if !ok {
		return nil, r.Err()
	}
	return TypedArray{Items: items, Elem: elem}, nil
}

func readTypedArray(r *wire.Reader) (elem ElementType, items []Variant, ok bool) {
	elem = readTypedArrayElem(r)
	n, _ := r.CountShared(forms.MinPacket)
	items = readItems(r, n, elem.Type)
	return elem, items, !r.Checking() && !r.Failed()
}

func readTypedArrayElem(r *wire.Reader) ElementType {
	flags := r.Flags()
	t, class := r.TypedElement(flags)
	elem := ElementType{Type: t}
	switch {
	case t != TypeObject:
	case flags&Flag64 != 0:
		elem.Class = encodedObjectAsID
		r.MixText(encodedObjectAsID)

	case !r.Checking():
		elem.Class = string(class)
		// Without FullObjects, ElementType.write writes this class only if wireKind is set.
		if !r.Format().FullObjects {
			elem.wireKind = elementClass
		}
	}

	r.Mix(uint64(t))
	return elem
}

// Decode reads the payload.
func (PackedTypedArray) Decode(r *Reader) (Variant, error) {
	elem, items, ok := readTypedArray(r.in())
	if !ok {
		return nil, r.Err()
	}
	return PackedTypedArray{Items: items, Elem: elem}, nil
}

// Decode reads the payload.
func (Dictionary) Decode(r *Reader) (Variant, error) {
	return readDictionary(r.in(), r.Flags()), r.Err()
}

// Value reads one whole packet of any type, header and payload. It returns nil after an error, and
// if the data is only validated.
func (r *Reader) Value() Variant { return readPacket(r.in()) }

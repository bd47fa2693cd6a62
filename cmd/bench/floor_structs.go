package main

import (
	samples "godotvariant/internal/test/workloads"
	"godotvariant/math"
)

// A floorForm is the code with which the floor writes and reads the Go type of one workload. In
// both functions v is a pointer to the Go value. The function take returns the bytes after the
// value.
type floorForm struct {
	put  func(b []byte, v any) []byte
	take func(b []byte, v any) []byte
}

func formOf[T any](put func(b []byte, v T) []byte, take func(b []byte, v *T) []byte) floorForm {
	return floorForm{
		put:  func(b []byte, v any) []byte { return put(b, *v.(*T)) },
		take: func(b []byte, v any) []byte { return take(b, v.(*T)) },
	}
}

// floorForms returns the floorForm of each workload, by the name of the workload.
func floorForms() map[string]floorForm {
	return map[string]floorForm{
		"vector3": formOf(putVector3, func(b []byte, v *math.Vector3) (rest []byte) {
			*v, rest = takeVector3(b)
			return rest
		}),
		"entity": {
			put:  func(b []byte, v any) []byte { return putEntity(b, v.(*samples.GoEntity)) },
			take: func(b []byte, v any) []byte { return takeEntity(b, v.(*samples.GoEntity)) },
		},
		"scene100":    formOf(putScene, takeScene),
		"ints1000":    formOf(putIntArray, takeIntArray),
		"vec3arr1000": formOf(putVectorArray, takeVectorArray),
		"strings1000": formOf(putStringArray, takeStringArray),
		"pvec3_100k":  formOf(putVectors, takeVectors[[]math.Vector3]),
		"pbyte_1M":    formOf(putBytes, takeBytes[[]byte]),
		"pint32_256k": formOf(putInts32, takeInts32[[]int32]),
		"pf64_128k":   formOf(putDoubles, takeDoubles[[]float64]),
		"pstr_10k":    formOf(putTexts, takeTexts[[]string]),
	}
}

// The packets of the keys of an entity.
const (
	keyID    = "\x04\x00\x00\x00\x02\x00\x00\x00id\x00\x00"
	keyName  = "\x04\x00\x00\x00\x04\x00\x00\x00name"
	keyPos   = "\x04\x00\x00\x00\x03\x00\x00\x00pos\x00"
	keyRot   = "\x04\x00\x00\x00\x03\x00\x00\x00rot\x00"
	keyVel   = "\x04\x00\x00\x00\x03\x00\x00\x00vel\x00"
	keyHP    = "\x04\x00\x00\x00\x02\x00\x00\x00hp\x00\x00"
	keySpeed = "\x04\x00\x00\x00\x05\x00\x00\x00speed\x00\x00\x00"
	keyAlive = "\x04\x00\x00\x00\x05\x00\x00\x00alive\x00\x00\x00"
	keyTags  = "\x04\x00\x00\x00\x04\x00\x00\x00tags"
	keyColor = "\x04\x00\x00\x00\x05\x00\x00\x00color\x00\x00\x00"
)

// takeKey returns the bytes of b after a key. The argument key is the packet of this key. If b does
// not begin with it, takeKey returns nil.
func takeKey(b []byte, key string) []byte {
	if len(b) < len(key) || string(b[:len(key)]) != key {
		return nil
	}
	return b[len(key):]
}

func putEntity(b []byte, e *samples.GoEntity) []byte {
	b = putHead(b, idDictionary, 10)
	b = putInt(append(b, keyID...), int64(e.ID))
	b = putString(append(b, keyName...), e.Name)
	b = putVector3(append(b, keyPos...), e.Pos)
	b = putQuaternion(append(b, keyRot...), e.Rot)
	b = putVector3(append(b, keyVel...), e.Vel)
	b = putInt(append(b, keyHP...), int64(e.HP))
	b = putFloat(append(b, keySpeed...), e.Speed)
	b = putBool(append(b, keyAlive...), e.Alive)
	b = putStringArray(append(b, keyTags...), e.Tags)

	return putColor(append(b, keyColor...), e.Color)
}

// takeEntity reads an entity. Its keys must be in the order in which putEntity writes them.
func takeEntity(b []byte, e *samples.GoEntity) []byte {
	n, b := takeHead(b, idDictionary)
	if n != 10 {
		return nil
	}

	e.ID, b = takeInt[int](takeKey(b, keyID))
	b = takeText(takeKey(b, keyName), &e.Name)
	e.Pos, b = takeVector3(takeKey(b, keyPos))
	e.Rot, b = takeQuaternion(takeKey(b, keyRot))
	e.Vel, b = takeVector3(takeKey(b, keyVel))
	e.HP, b = takeInt[int](takeKey(b, keyHP))
	e.Speed, b = takeFloat[float64](takeKey(b, keySpeed))
	e.Alive, b = takeBool[bool](takeKey(b, keyAlive))
	b = takeStringArray(takeKey(b, keyTags), &e.Tags)
	e.Color, b = takeColor(takeKey(b, keyColor))

	return b
}

func putScene(b []byte, v []samples.GoEntity) []byte {
	b = putHead(b, idArray, uint32(len(v)))
	for i := range v {
		b = putEntity(b, &v[i])
	}
	return b
}

func takeScene(b []byte, v *[]samples.GoEntity) []byte {
	n, b := takeCount(b, idArray, 4)
	*v = sized(*v, n)
	for i := range *v {
		b = takeEntity(b, &(*v)[i])
	}
	return b
}

func putIntArray(b []byte, v []int) []byte {
	b = putHead(b, idArray, uint32(len(v)))
	for _, x := range v {
		b = putInt(b, int64(x))
	}
	return b
}

func takeIntArray(b []byte, v *[]int) []byte {
	n, b := takeCount(b, idArray, 4)
	*v = sized(*v, n)
	for i := range *v {
		(*v)[i], b = takeInt[int](b)
	}
	return b
}

func putVectorArray(b []byte, v []math.Vector3) []byte {
	b = putHead(b, idArray, uint32(len(v)))
	for i := range v {
		b = putVector3(b, v[i])
	}
	return b
}

func takeVectorArray(b []byte, v *[]math.Vector3) []byte {
	n, b := takeCount(b, idArray, 4)
	*v = sized(*v, n)
	for i := range *v {
		(*v)[i], b = takeVector3(b)
	}
	return b
}

func putStringArray(b []byte, v []string) []byte {
	b = putHead(b, idArray, uint32(len(v)))
	for _, s := range v {
		b = putString(b, s)
	}
	return b
}

func takeStringArray(b []byte, v *[]string) []byte {
	n, b := takeCount(b, idArray, 4)
	*v = sized(*v, n)
	for i := range *v {
		b = takeText(b, &(*v)[i])
	}
	return b
}

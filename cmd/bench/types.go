package main

// The structs in this file are typical of a program that uses JSON, MessagePack or another format
// that bench compares with the library. Package msgp generates code for these structs.
//go:generate -command msgp go run github.com/tinylib/msgp@v1.6.5
//go:generate msgp -file types.go -o types_msgp.go -unexported -io=false -tests=false

// entity is one character in a message of a game server.
type entity struct {
	ID    int64    `json:"id" msgpack:"id"`
	Name  string   `json:"name" msgpack:"name"`
	Pos   vec3     `json:"pos" msgpack:"pos"`
	Rot   vec4     `json:"rot" msgpack:"rot"`
	Vel   vec3     `json:"vel" msgpack:"vel"`
	HP    int64    `json:"hp" msgpack:"hp"`
	Speed float64  `json:"speed" msgpack:"speed"`
	Alive bool     `json:"alive" msgpack:"alive"`
	Tags  []string `json:"tags" msgpack:"tags"`
	Color color    `json:"color" msgpack:"color"`
}

type vec3 struct {
	X float32 `json:"x" msgpack:"x"`
	Y float32 `json:"y" msgpack:"y"`
	Z float32 `json:"z" msgpack:"z"`
}

type vec4 struct {
	X float32 `json:"x" msgpack:"x"`
	Y float32 `json:"y" msgpack:"y"`
	Z float32 `json:"z" msgpack:"z"`
	W float32 `json:"w" msgpack:"w"`
}

type color struct {
	R float32 `json:"r" msgpack:"r"`
	G float32 `json:"g" msgpack:"g"`
	B float32 `json:"b" msgpack:"b"`
	A float32 `json:"a" msgpack:"a"`
}

// Package msgp generates methods only for named types, so each slice has a name.
type (
	entities []entity
	vectors  []vec3
	texts    []string
	ints     []int64
	ints32   []int32
	doubles  []float64
	blob     []byte
)

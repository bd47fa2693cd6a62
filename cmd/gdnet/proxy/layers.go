package proxy

import (
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/transport/enet"
)

// games are the protocols of the layers above ENet.
var games = map[enet.Layer]*packet.Protocol{
	enet.Godot4: packet.Godot4,
	enet.Godot3: packet.Godot3,
}

// gameOf returns the name of the protocol of a layer, or "" if the layer has none.
func gameOf(l enet.Layer) string {
	if p, ok := games[l]; ok {
		return p.Name()
	}

	return ""
}

// layerOf returns the layer whose protocol has the given name. If the name is empty, it returns
// Raw.
func layerOf(name string) enet.Layer {
	for l, p := range games {
		if p.Name() == name {
			return l
		}
	}

	return enet.Raw
}

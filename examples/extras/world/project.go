package main

import (
	"embed"
	"fmt"
	"path"

	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/scenes"
	"godotvariant/codec/resource"
)

// project has the scenes of the game.
//
//go:embed godot4/*.tscn
var project embed.FS

// A kind is a scene that the spawner spawns.
type kind struct {
	index   uint8
	configs []multiplayer.Config
}

// build adds the spawner of world.tscn and the synchronizer of its root.
func (w *world) build() error {
	main, err := read("world.tscn")
	if err != nil {
		return err
	}

	const root = "World"
	s := main.Spawners[0]
	w.spawner = w.peers.Spawner(path.Join(root, s.Node), path.Join(root, s.Parent), nil)
	for file, kind := range map[string]*kind{"player.tscn": &w.player, "coin.tscn": &w.coin} {
		index, ok := s.Scene("res://" + file)
		scene, err := read(file)
		if err != nil || !ok {
			return fmt.Errorf("%s is not a scene of %s: %w", file, s.Node, err)
		}
		kind.index, kind.configs = index, scene.Configs()
	}

	in := multiplayer.Instance{State: w.field, Configs: main.Configs()}
	_, err = w.peers.Synchronize(root, in)
	return err
}

// read returns the spawners and synchronizers in a scene of the game.
func read(file string) (*scenes.Scene, error) {
	data, err := project.ReadFile("godot4/" + file)
	if err != nil {
		return nil, err
	}
	f, err := resource.Parse(data, resource.Options{})
	if err != nil {
		return nil, err
	}
	return scenes.Read(f, nil)
}

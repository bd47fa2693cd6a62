package message_test

import (
	"encoding/json"
	"fmt"

	"godotvariant/codec"
	"godotvariant/codec/message"
	"godotvariant/variant"
)

// A new game sends a Walk as put_var({"type": "walk", "steps": 3}), and an old game as the text
// {"type":"walk","steps":3}.
type Walk struct {
	Steps int `json:"steps"`
}

// A walker is a player who runs a new or an old version of the game.
type walker struct{ steps int }

func (w *walker) walk(m *Walk) error {
	w.steps += m.Steps
	return nil
}

// dispatchJSON handles a message of an old game.
func dispatchJSON(w *walker, text []byte) error {
	var head struct {
		Type string `json:"type"`
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return err
	}

	switch head.Type {
	case "walk":
		var m Walk
		if err := json.Unmarshal(text, &m); err != nil {
			return err
		}
		return w.walk(&m)
	default:
		return fmt.Errorf("unknown message %q", head.Type)
	}
}

// Old games send JSON and new games send Variants, and both reach the same handler. The text of an
// old game begins with a brace. No packet of a Dictionary begins with this byte.
func Example_json() {
	mux := message.New[*walker](message.Options{})
	message.Handle(mux, "walk", (*walker).walk)

	receive := func(w *walker, data []byte) error {
		if len(data) > 0 && data[0] == '{' {
			return dispatchJSON(w, data)
		}
		return mux.Dispatch(w, data)
	}

	packet, err := codec.Encode(variant.NewDictionary(
		variant.KV("type", variant.String("walk")), variant.KV("steps", variant.Int(3))))
	fmt.Println(err)

	var tia walker
	fmt.Println(receive(&tia, []byte(`{"type":"walk","steps":3}`)))
	fmt.Println(receive(&tia, packet))
	fmt.Println(tia.steps)
	// Output:
	// <nil>
	// <nil>
	// <nil>
	// 6
}

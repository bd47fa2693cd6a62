package main

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/coder/websocket"
)

// A bidi is a session of WebDriver BiDi. Over one WebSocket it sends commands to a browser, and
// receives answers and events.
type bidi struct {
	conn *websocket.Conn

	mu      sync.Mutex
	last    int                      // the number of the last command
	waiting map[int]chan bidiMessage // channels for the answers, by the number of the command
	heard   map[string]func(e bidiMessage)
	ended   error
}

// A bidiMessage is an answer or an event.
type bidiMessage struct {
	ID      int             `json:"id"`      // number of the answered command; 0 for an event
	Result  json.RawMessage `json:"result"`  // result of a command
	Error   string          `json:"error"`   // kind of the error of a command
	Message string          `json:"message"` // text of the error

	Method string          `json:"method"` // name of an event
	Params json.RawMessage `json:"params"`
}

// A bidiContext is the tab or window of an event.
type bidiContext struct {
	Context string
	Source  struct{ Context string }
}

// dialBidi begins a session with a browser that listens at an address.
func dialBidi(address string) (*bidi, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	conn, _, err := websocket.Dial(ctx, address, nil)
	if err != nil {
		return nil, err
	}

	conn.SetReadLimit(-1) // pictures are large
	b := &bidi{conn: conn, waiting: map[int]chan bidiMessage{},
		heard: map[string]func(bidiMessage){}}
	go b.read()

	accept := map[string]any{"unhandledPromptBehavior": map[string]string{
		"default": "accept", "file": "dismiss"}}
	return b, b.call("session.new", map[string]any{
		"capabilities": map[string]any{"alwaysMatch": accept}}, nil)
}

// listen calls the function hear for each event of a context, one after another.
func (b *bidi) listen(context string, hear func(e bidiMessage)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.heard[context] = hear
}

// call sends a command and stores its result.
func (b *bidi) call(method string, params, result any) error {
	id, answered, err := b.next()
	if err != nil {
		return err
	}

	if params == nil {
		params = map[string]any{}
	}
	command, err := json.Marshal(map[string]any{"id": id, "method": method, "params": params})
	if err != nil {
		return err
	}

	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := b.conn.Write(ctx, websocket.MessageText, command); err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}

	select {
	case answer, ok := <-answered:
		switch {
		case !ok:
			return fmt.Errorf("%s: %w", method, b.ended)
		case answer.Error != "":
			return fmt.Errorf("%s: %s: %s", method, answer.Error, answer.Message)
		case result == nil:
			return nil
		}
		return json.Unmarshal(answer.Result, result)
	case <-ctx.Done():
		return fmt.Errorf("%s: %w", method, ctx.Err())
	}
}

// next returns the number of the next command, and the channel for its answer.
func (b *bidi) next() (int, chan bidiMessage, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ended != nil {
		return 0, nil, b.ended
	}

	b.last++
	answered := make(chan bidiMessage, 1)
	b.waiting[b.last] = answered
	return b.last, answered, nil
}

// read reads answers and events until the connection ends.
func (b *bidi) read() {
	for {
		_, data, err := b.conn.Read(context.Background())
		var m bidiMessage
		if err == nil {
			err = json.Unmarshal(data, &m)
		}
		if err != nil {
			b.end(err)
			return
		}

		if m.ID != 0 {
			b.answer(m)
		} else {
			b.hear(m)
		}
	}
}

func (b *bidi) answer(m bidiMessage) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if answered := b.waiting[m.ID]; answered != nil {
		answered <- m
	}
	delete(b.waiting, m.ID)
}

func (b *bidi) hear(m bidiMessage) {
	var at bidiContext
	if json.Unmarshal(m.Params, &at) != nil {
		return
	}

	b.mu.Lock()
	hear := b.heard[at.Context+at.Source.Context] // one of these two is empty
	b.mu.Unlock()
	if hear != nil {
		hear(m)
	}
}

// end makes the commands that wait for an answer return an error.
func (b *bidi) end(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ended = err
	for _, answered := range b.waiting {
		close(answered)
	}
	b.waiting = nil
}

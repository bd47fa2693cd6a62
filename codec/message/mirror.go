package message

import "reflect"

// Mirror returns a Mux for the clients of a server. The argument mux is the Mux of the server. The
// two Muxes have the same key and codec. The mirror sends the messages that mux has handlers for.
// It receives the messages that mux sends, and calls handle with a pointer to the struct of each
// message. So the messages are registered only once for both sides:
//
//	bot := message.Mirror(mux, func(b *bot, m any) error {
//		switch m := m.(type) {
//		case *Welcome:
//			b.id = m.ID
//		case *Moved:
//			b.at[m.ID] = m.At
//		}
//		return nil
//	})
//
// If several incoming names have the same struct, the struct has no name in the mirror, and sending
// it is an error of kind [ErrUnknown]. To avoid this, use a separate struct for each name. Messages
// that are added to mux later are not in the mirror.
func Mirror[T, S any](mux *Mux[S], handle func(from T, m any) error) *Mux[T] {
	if handle == nil {
		panic("godot: nil handler of a mirror")
	}

	from := mux.load()
	to := table[T]{map[string]handler[T]{}, map[reflect.Type]outgoingType{}}
	for typ, out := range from.out {
		to.in[out.name] = mirrored(mux.options, typ, out.name, handle)
	}

	for typ, names := range from.types() {
		if len(names) == 1 {
			to.out[typ] = outgoingType{names[0], written(mux.options, typ, names[0])}
		}
	}

	m := New[T](mux.options)
	m.table.Store(&to)
	return m
}

// mirrored returns the handler of the messages with a name. The handler calls the function handle
// with a pointer to the struct of a message.
func mirrored[T any](o Options, typ reflect.Type, name string,
	handle func(from T, m any) error) handler[T] {
	message, err := o.message(typ, name)
	if err == nil {
		err = message.CheckRead()
	}
	mustBe(name, err)

	return handler[T]{
		name:    name,
		message: message,
		make:    func() reflect.Value { return reflect.New(typ) },
		call:    func(from T, m reflect.Value) error { return handle(from, m.Interface()) },
	}
}

// types returns a map. Its keys are the struct types of the incoming messages, and its values are
// the names of the messages of each type.
func (t table[S]) types() map[reflect.Type][]string {
	all := map[reflect.Type][]string{}
	for name, h := range t.in {
		typ := h.make().Type().Elem()
		all[typ] = append(all[typ], name)
	}
	return all
}

package codec

import "reflect"

// ReadDirect is Unmarshal without the long way that it takes after a failure.
func (c *Codec) ReadDirect(data []byte, v any) error { return c.read(data, reflect.ValueOf(v).Elem()) }

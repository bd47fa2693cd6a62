package codec

import (
	"errors"
	"reflect"

	"godotvariant/variant"
)

// After a failure the functions of this file look at the value again, to say more than the
// first error could.

// explainUnmarshal returns the error of an Unmarshal that has failed with first. What is wrong
// with the data comes before what does not fit the Go type. A value that does not fit may have
// been replaced by a later one of the same key: then there is no error.
func (c *Codec) explainUnmarshal(data []byte, by *plan, dst reflect.Value, first error) error {
	v, err := c.Decode(data)
	if err != nil {
		return err
	}
	if errors.Is(first, errNamedTwice) {
		return first // the value has each key once
	}
	var e, at *variant.Error
	if err := c.fromVariant(v, by, reflect.New(dst.Type()).Elem()); errors.As(err, &e) {
		if errors.As(first, &at) {
			e.Offset, e.Op = at.Offset, at.Op
		}
		return err
	}
	dst.SetZero() // of what the first look has left behind
	return c.fromVariant(v, by, dst)
}

// explainMarshal returns the error of an AppendMarshal that has failed with err. misfit: the
// Go value became no Variant, and the error's type is that of the container around.
func (c *Codec) explainMarshal(by *plan, p place, err error, misfit bool) error {
	var e *variant.Error
	if misfit && errors.As(err, &e) {
		e.Type = variant.TypeNil
		return err
	}
	value, convertErr := by.toVariant(p, c.set())
	if convertErr != nil {
		return err
	}
	return c.explainInexact(value, err)
}

// explainInexact puts the conversion into the text of an ErrInexact that encoding v
// came to.
func (c *Codec) explainInexact(v variant.Variant, err error) (out error) {
	var e *variant.Error
	defer func() { // the values behind the one at fault have not been tried, and may do anything
		if recover() != nil {
			out = err
		}
	}()
	if !errors.Is(err, variant.ErrInexact) || !errors.As(err, &e) {
		return err
	}
	for _, conversion := range c.Audit(v) { // the first is where encoding ended
		explained := *e
		explained.Err = &inexact{conversion.String()}
		return &explained
	}
	return err
}

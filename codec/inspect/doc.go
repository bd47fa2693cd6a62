/*
Package inspect examines bytes about which a program does not know enough.

[Detect] guesses the dialect of a packet or of the records of a save. [Dump] prints each field of a
packet with its offset, its path and its meaning. The packet may be damaged:

	for _, d := range inspect.Detect(data) {
		fmt.Println(d)
	}

	err := inspect.Dump(os.Stdout, packet, inspect.Options{Codec: c})

Both are for tools and for people. A program that knows the engine and reads the packet as a value
needs package codec alone. A [codec.Scanner] gives a program the tokens that a dump shows.
*/
package inspect

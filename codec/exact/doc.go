/*
Package exact shows how writing numbers to a packet changes them, to the last digit.

A component of a vector is written in 4 bytes, where 19.99 becomes 19.9899997711181640625. [Audit]
lists the numbers of a value that change in this way. [Explain] explains the change of one number.

	for path, number := range exact.Audit(order, nil) {
		log.Printf("%v: %v", path, number)
	}

Amounts of money are decimals, as a String or as an Int of cents: [Decimal], [Fixed] and [Text]
convert them. Fields of type decimal.Decimal in structs need none of these: see the tags scale and
string at [codec.Marshal]. To refuse numbers that change, use codec.Options.Exact.
*/
package exact

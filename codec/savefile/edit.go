package savefile

// Edit changes the file at path. It calls edit with the plain bytes, and replaces the file with the
// bytes that edit returns, as [WriteFile] does. The function edit may keep and change its argument.
// The container, compression and byte order do not change. The options are for reading and for
// writing. An encrypted file needs its key or password.
//
// The old file stays if there is an error: an error of edit, of reading or of writing. The error
// wraps [ErrChanged] if another program has written the file since Edit read it. In that case read
// the file again, for example with another call of Edit.
func Edit(path string, o Options, edit func(plain []byte) ([]byte, error)) error {
	plain, info, err := ReadFile(path, o)
	if err != nil {
		return err
	}

	plain, err = edit(plain)
	if err != nil {
		return err
	}

	return WriteFileIf(path, info.Sum, plain, o.Like(info))
}

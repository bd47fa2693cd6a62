package savefile

// Edit changes the file at path. It calls edit with the plain bytes, which edit may keep and change,
// and replaces the file as [WriteFile] does, with the bytes that edit returns. The container,
// compression and byte order stay as they are. The options are for both; an encrypted file needs its
// key or password.
//
// The old file stays if there is an error. It is the error of edit, of reading or writing, or one
// that wraps [ErrChanged] if another program has written the file since Edit has read it. Read the
// file again then, for example with another call of Edit.
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

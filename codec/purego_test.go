//go:build purego || !(386 || amd64 || arm || arm64 || loong64 || mips64le || mipsle || ppc64le || riscv64 || wasm)

package codec_test

// purego is true if package packed moves arrays element by element. internal/bulk/view_portable.go
// says on which machines it does so.
const purego = true

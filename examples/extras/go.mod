module godotvariant/examples/extras

go 1.26.0

require (
	github.com/coder/websocket v1.8.15
	github.com/fxamacker/cbor/v2 v2.9.6
	github.com/klauspost/compress v1.20.3
	github.com/stretchr/testify v1.12.1
	github.com/vmihailenco/msgpack/v5 v5.4.1
	godotvariant v0.0.0
	google.golang.org/protobuf v1.36.12
)

require (
	github.com/shopspring/decimal v1.6.0 // indirect
	github.com/vmihailenco/tagparser/v2 v2.0.0 // indirect
	github.com/x448/float16 v0.8.4 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
)

replace godotvariant => ../..

module godotvariant/codec/transport/websocket

go 1.24

require (
	github.com/coder/websocket v1.8.15
	github.com/stretchr/testify v1.12.1
	godotvariant v0.0.0
)

require (
	github.com/shopspring/decimal v1.6.0 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
)

replace godotvariant => ../../..

module godotvariant/codec/transport/dtls

go 1.24.0

require (
	github.com/pion/dtls/v3 v3.1.15
	github.com/pion/logging v0.2.4
	github.com/pion/transport/v5 v5.0.0
	github.com/stretchr/testify v1.12.1
	godotvariant v0.0.0
)

require (
	github.com/shopspring/decimal v1.6.0 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/crypto v0.48.0 // indirect
	golang.org/x/sys v0.41.0 // indirect
)

replace godotvariant => ../../..

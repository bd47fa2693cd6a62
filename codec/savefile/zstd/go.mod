module godotvariant/codec/savefile/zstd

go 1.25

require (
	github.com/klauspost/compress v1.20.3
	github.com/stretchr/testify v1.12.1
	godotvariant v0.0.0
)

require (
	github.com/shopspring/decimal v1.6.0 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
)

replace godotvariant => ../../..

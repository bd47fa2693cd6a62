// Package message x
package message

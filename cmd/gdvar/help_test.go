package main

import "testing"

// TestHelpFits: the help fits a screen, and names every command.
func TestHelpFits(t *testing.T) { tested.HelpFits(t, testApp().root()) }

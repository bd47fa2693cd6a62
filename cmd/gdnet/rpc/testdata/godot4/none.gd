extends Node2D

func nothing(): pass

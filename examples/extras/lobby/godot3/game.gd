# The game itself: it tells the server that it was loaded, and waits for the others.
extends Label

func _ready():
	text = "Waiting for %d players" % Lobby.players.size()
	Lobby.connect("game_started", self, "start")
	Lobby.rpc_id(1, "player_loaded")

func start():
	text = "Go!"
	print(text)

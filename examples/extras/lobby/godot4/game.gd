# The game itself: it tells the server that it was loaded, and waits for the others.
extends Label

func _ready():
	text = "Waiting for %d players" % Lobby.players.size()
	Lobby.game_started.connect(start)
	Lobby.player_loaded.rpc_id(1)

func start():
	text = "Go!"
	print(text)

tool
extends Node
remote func a(): pass
remotesync func b(_x = "(", _y = [1,
2]): pass
master func c(): pass
mastersync func d(): pass
puppet func e(): pass
puppetsync func f(): pass
sync func g(): pass
slave func h(): pass
static func i(): pass
puppet var j = 1
export(int, "remote func") remote var k
onready var l = 1
var m = """
remote func n(): pass
"""
func remote(): pass

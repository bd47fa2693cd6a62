// Geometry uses only package math, for calculations of a server that moves objects: a guard looks
// for intruders, which a pillar may hide, throws a ball that bounces off the floor, and turns
// around.
//
// It shows intersections, reflections and rotations, with their names in Godot. Package math needs
// no engine and no codec for this.
//
//	go run ./examples/geometry
package main

import (
	"fmt"
	"io"
	"os"

	gm "godotvariant/math"
	"godotvariant/math/colornames"
)

func main() { run(os.Stdout) }

func run(out io.Writer) {
	guard := gm.Transform3D{Basis: gm.BasisIdentity, Origin: gm.V3(0, 1, 0)}
	pillar := gm.AABB{Position: gm.V3(3, 0, -5), Size: gm.V3(1, 4, 1)}
	fieldOfView := gm.DegToRad(90)

	intruders := []gm.Vector3{gm.V3(2, 1, -8), gm.V3(7, 1, -9), gm.V3(1, 1, 6)}
	for _, intruder := range intruders {
		watch(out, guard, pillar, intruder, fieldOfView)
	}
	throw(out, guard.Origin, gm.V3(2, 3, -1))
	turnAround(out, guard)
}

// watch prints whether the guard sees an intruder. The intruder must be in the field of view, and
// not behind the pillar.
func watch(
	out io.Writer, guard gm.Transform3D, pillar gm.AABB, intruder gm.Vector3, fieldOfView float64,
) {
	eye := guard.Origin
	forward := guard.Basis.Xform(gm.Vector3Forward)
	angle := forward.AngleTo(eye.DirectionTo(intruder))
	hit, blocked := pillar.IntersectsSegment(eye, intruder)

	switch {
	case angle > fieldOfView/2:
		fmt.Fprintf(out, "%v: %.0f degrees off, unseen\n", intruder, gm.RadToDeg(angle))
	case blocked:
		fmt.Fprintf(out, "%v: behind the pillar, whose face is hit at %v\n",
			intruder, hit.Snappedf(0.01))
	default:
		fmt.Fprintf(out, "%v: seen at a distance of %.2f\n", intruder, eye.DistanceTo(intruder))
	}
}

// throw lets a ball fly and bounce off the floor, in steps of a tenth of a second.
func throw(out io.Writer, position, velocity gm.Vector3) {
	const step = 0.1
	floor, gravity := gm.PlaneXZ, gm.V3(0, -9.8, 0)
	for bounces := 0; bounces < 2; {
		velocity = velocity.Add(gravity.Mulf(step))
		next := position.Add(velocity.Mulf(step))

		hit, ok := floor.IntersectsSegment(position, next)
		if ok && velocity.Dot(floor.Normal) < 0 {
			velocity = velocity.Bounce(floor.Normal).Mulf(0.8)
			next = hit
			bounces++
			fmt.Fprintf(out, "the ball bounces at %v\n", hit.Snappedf(0.01))
		}
		position = next
	}
}

// turnAround turns the guard by nearly half a turn, and its color from blue to red.
func turnAround(out io.Writer, guard gm.Transform3D) {
	behind := guard.RotatedLocal(gm.Vector3Up, gm.DegToRad(179))
	for _, t := range []float64{0, 0.25, 0.5, 0.75, 1} {
		eased := gm.Ease(t, -2)
		pose := guard.InterpolateWith(behind, eased)
		heading := gm.RadToDeg(pose.Basis.Euler(gm.EulerOrderYXZ).Y)
		mood := colornames.SteelBlue.Lerp(colornames.Firebrick, eased)
		fmt.Fprintf(out, "heading %5.1f degrees, color #%s\n", heading, mood.HTML(false))
	}
}

package main

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestHeader: in each language and at each width the header shows at least twelve characters of the
// name of the file, and all its buttons are visible. On a phone the first row is near the top,
// everything that can be touched is large enough, and axe finds no fault. With -screenshots the
// test stores a picture of each state:
//
//	go test ./webpage -run TestHeader -screenshots DIRECTORY
func TestHeader(t *testing.T) {
	const minName, maxTop, minTouch = 12, 120, 44
	const name = "the-name-of-a-long-save.save"
	p := newTab(t, "")

	for _, lang := range languages {
		value[bool](p, `(location.hash = "lang=" + %s, true)`, lang)
		p.again()
		require.NotRegexp(t, programmers, p.text("#start"))
		for _, width := range []int{390, 768, 1024, 1440} {
			require.NoError(t, p.resize(width, 844))
			assert.Empty(t, value[[]string](p, outOfSight), lang)
			p.snap(fmt.Sprintf("start-%s-%d", lang, width))
		}
		p.openBytes(name, saved(t, "godot4/zstd.save"))
		p.shows("#tree", "hp int 10")
		p.loadAxe()

		for _, width := range []int{390, 768, 1024, 1440} {
			require.NoError(t, p.resize(width, 844))
			at := fmt.Sprintf("%s-%d", lang, width)
			if width == 390 {
				p.until(rowsPlaced)
				p.row("hp")
			}
			p.snap("header-" + at)
			value[bool](p, inside, true)
			assert.GreaterOrEqual(t, value[int](p, nameShown), minName, "in a file, "+at)
			assert.Empty(t, value[[]string](p, outOfSight), "in a file, "+at)
			value[bool](p, inside, false)

			assert.GreaterOrEqual(t, value[int](p, nameShown), minName, at)
			assert.Empty(t, value[[]string](p, outOfSight), at)
			if width == 390 {
				top := `document.getElementById("row-0").getBoundingClientRect().top`
				assert.LessOrEqual(t, value[float64](p, top), float64(maxTop), at)
				assert.Empty(t, value[[]string](p, small, minTouch), at)
				assert.Empty(t, p.faults(), at)
			}
		}

		require.NoError(t, p.resize(1000, 800))
	}
}

// programmers matches the words of programmers. A player with a save file does not need to know
// them.
const programmers = `(?i)store_var|var_to_bytes|config_?file|gdscript|dictionary|\bvariant\b|` +
	`bytes\b|json|offline|network|netzwerk|ネットワーク|网络面板|resour|ressourc|recurso|リソース|字节|バイト`

// inside is a script that shows or hides the button that leads back to the outer file.
const inside = `(e => {
	e.hidden = !%s;
	e.textContent = "‹ the-name-of-the-outer-save.save";
	return true;
})(document.getElementById("back"))`

// rowsPlaced is an expression that is true when the rows are at the positions for the current width
// of the page.
const rowsPlaced = `(top => top("row-1") - top("row-0") ===
	parseFloat(getComputedStyle(document.getElementById("tree")).getPropertyValue("--row")))(
	id => document.getElementById(id).getBoundingClientRect().top)`

// nameShown is an expression for the number of visible characters of the file's name.
const nameShown = `(name => {
	const text = document.createTreeWalker(name, NodeFilter.SHOW_TEXT).nextNode();
	const range = document.createRange();
	const cut = name.scrollWidth > name.clientWidth ? 14 : 0; // the sign that it goes on
	let shown = 0;
	while (shown < text.length) {
		range.setStart(text, 0);
		range.setEnd(text, shown + 1);
		if (range.getBoundingClientRect().width > name.getBoundingClientRect().width - cut) break;
		shown++;
	}
	return shown;
})(document.getElementById("name"))`

// outOfSight is an expression for the buttons of the header that are not visible, or not
// completely.
const outOfSight = `[...document.querySelectorAll(".bar button, .bar label.button")]
	.filter(e => e.checkVisibility() && !e.closest(".chips"))
	.filter(e => e.getBoundingClientRect().right > innerWidth || e.scrollWidth > e.clientWidth + 1)
	.map(e => e.id)`

// small is an expression for the elements that can be touched and are too small for a finger. The
// name of a row may be small, because the whole row can be touched.
const small = `[...document.querySelectorAll(
	"button, .button, select, textarea, input, summary, [role=treeitem]")]
	.filter(e => e.checkVisibility() && !e.matches(".quiet"))
	.map(e => e.matches("input") ? e.closest("label, .part") ?? e : e)
	.filter(e => e.getBoundingClientRect().height < %s - .5)
	.map(e => (e.id || e.className) + " " + e.textContent.slice(0, 20))`

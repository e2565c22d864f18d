package reports

import "image/color"

// palette are the colours of a chart. Areas and lines take the Okabe-Ito hues
// (Okabe and Ito, "Color Universal Design", 2008), which stay apart for colour
// blind readers; their lightness differs too, so that they stay apart in grey.
type palette struct {
	ground, ink, quiet, grid, fault, faultInk color.NRGBA
	first, retries, replays, hedges           color.NRGBA
	successes, casing, band                   color.NRGBA
}

// hex is a colour from 0xRRGGBB and an opacity of 0 to 255.
func hex(rgb uint32, opacity uint8) color.NRGBA {
	return color.NRGBA{R: uint8(rgb >> 16), G: uint8(rgb >> 8), B: uint8(rgb), A: opacity}
}

// lightPalette is for white ground.
var lightPalette = palette{
	ground: hex(0xFFFFFF, 255), ink: hex(0x16191D, 255), quiet: hex(0x59616B, 255), grid: hex(0xE4E7EA, 255),
	fault: hex(0x8A929C, 46), faultInk: hex(0x6B737D, 255),
	first: hex(0xA6D7F4, 255), retries: hex(0xD55E00, 255), replays: hex(0xCC79A7, 255), hedges: hex(0xF0E442, 255),
	successes: hex(0x00684C, 255), casing: hex(0xFFFFFF, 220), band: hex(0x16191D, 60),
}

// darkPalette is for near-black ground.
var darkPalette = palette{
	ground: hex(0x14171B, 255), ink: hex(0xECEEF0, 255), quiet: hex(0xA3ABB5, 255), grid: hex(0x2B3037, 255),
	fault: hex(0x9AA3AE, 46), faultInk: hex(0xA3ABB5, 255),
	first: hex(0x2F6E94, 255), retries: hex(0xF08A3C, 255), replays: hex(0xCC79A7, 255), hedges: hex(0xF0E442, 255),
	successes: hex(0x58E0B4, 255), casing: hex(0x14171B, 200), band: hex(0xFFFFFF, 70),
}

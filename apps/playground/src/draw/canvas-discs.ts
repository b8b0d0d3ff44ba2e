// Discs on a 2-D canvas: small ones as pixels, large ones as shapes.
import type { DotSheet } from './canvas-picture.ts';
import { cssColour, type Rgba } from './colours.ts';
import type { View } from './view.ts';
import type { Context2d, Discs } from './surface.ts';

/**
 * Discs of this radius in pixels of the canvas and larger are drawn as shapes, with smooth edges.
 */
const SHAPE = 5;
/** The least opacity of a disc drawn larger than it is, so that it can be seen. */
const LEAST_COVER = 0.25;

/** How discs are drawn. */
export interface DiscStyle {
  readonly leastPixels: number;
  /** Entry k is the colour of discs that touch k others; the last entry, of k and more. */
  readonly colours: readonly Rgba[];
}

/** Draws small discs into the pixels of `dots`, and large ones as shapes. */
export function drawDiscs(
  context: Context2d,
  dots: DotSheet,
  discs: Discs,
  style: DiscStyle,
  view: View,
): void {
  const large = writeSmall({ words: dots.words(view), ...view }, discs, style, view);
  dots.show(context);
  drawLarge(context, large, discs, style.colours, view);
}

/** Pixels of a picture, one word each. */
interface Pixels {
  readonly words: Uint32Array;
  readonly width: number;
  readonly height: number;
}

/** Writes the small discs into pixels; returns the large ones in sight. */
function writeSmall(pixels: Pixels, discs: Discs, style: DiscStyle, view: View): number[] {
  const data = discs.data as Float32Array;
  const touches = discs.touches as Uint32Array;
  const { first, firstTouch, count } = discs;
  const { words, width, height } = pixels;
  const { colours } = style;
  const { scale } = view;
  const least = (style.leastPixels * view.ratio) / 2;
  const left = width / 2 - view.centreX * scale;
  const top = height / 2 - view.centreY * scale;
  const large: number[] = [];
  const last = colours.length - 1;
  words.fill(0);
  for (let i = 0; i < count; i++) {
    const exact = data[first.radius + i] * scale;
    const radius = Math.max(exact, least);
    const x = left + data[first.x + i] * scale;
    const y = top + data[first.y + i] * scale;
    if (x < -radius || y < -radius || x > width + radius || y > height + radius) continue;
    if (radius >= SHAPE) {
      large.push(i);
      continue;
    }
    const touching = touches[firstTouch + i];
    let colour = colours[touching < last ? touching : last];
    const cover = (exact * exact) / (radius * radius);
    if (cover < 1) colour = dimmed(colour, cover);
    if (radius < 1) {
      const [column, row] = [Math.floor(x), Math.floor(y)];
      if (column >= 0 && row >= 0 && column < width && row < height) {
        words[row * width + column] = colour;
      }
    } else fillDisc(pixels, x, y, radius, colour);
  }
  return large;
}

function drawLarge(
  context: Context2d,
  large: readonly number[],
  discs: Discs,
  colours: readonly Rgba[],
  { scale, width, height, centreX, centreY }: View,
): void {
  const data = discs.data as Float32Array;
  const touches = discs.touches as Uint32Array;
  const { first, firstTouch } = discs;
  const paths = colours.map(() => new Path2D());
  for (const i of large) {
    const path = paths[Math.min(colours.length - 1, touches[firstTouch + i])];
    const radius = data[first.radius + i] * scale;
    const x = width / 2 + (data[first.x + i] - centreX) * scale;
    const y = height / 2 + (data[first.y + i] - centreY) * scale;
    path.moveTo(x + radius, y);
    path.arc(x, y, radius, 0, 2 * Math.PI);
  }
  for (const [i, path] of paths.entries()) {
    context.fillStyle = cssColour(colours[i]);
    context.fill(path);
  }
}

function dimmed(colour: Rgba, cover: number): Rgba {
  const alpha = Math.round((colour >>> 24) * Math.max(LEAST_COVER, cover));
  return ((colour & 0xffffff) | (alpha << 24)) >>> 0;
}

/** Fills the pixels whose centres lie in the disc. */
function fillDisc(
  { words, width, height }: Pixels,
  x: number,
  y: number,
  radius: number,
  colour: Rgba,
): void {
  const end = Math.min(height - 1, Math.ceil(y + radius));
  for (let row = Math.max(0, Math.floor(y - radius)); row <= end; row++) {
    const away = row + 0.5 - y;
    const square = radius * radius - away * away;
    if (square <= 0) continue;
    const half = Math.sqrt(square);
    const from = Math.max(0, Math.ceil(x - half - 0.5));
    const to = Math.min(width - 1, Math.floor(x + half - 0.5));
    for (let at = row * width + from; at <= row * width + to; at++) words[at] = colour;
  }
}

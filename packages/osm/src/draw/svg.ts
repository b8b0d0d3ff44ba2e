// `mapSvg`: the layers of picture.ts as the text of an SVG.
import type { RoadNetwork } from '../types.ts';
import { type Dot, MARK_COLOURS } from '@wayfield/graph/draw';
import { layersOf, type MapLayers as Layers, type MapPicture } from './picture.ts';

/** Lines of a layer are yielded when their text has at least this many characters. */
const PIECE = 1 << 16;

/**
 * A network, with paths, use and marks on it, as an SVG, piece by piece. Coordinates have one
 * decimal of a pixel. The source must be named, so the picture says "© OpenStreetMap
 * contributors". Throws RangeError for sizes, boxes and nodes out of range, and for a path without
 * an arc from one node to the next.
 */
export function mapSvg(
  network: RoadNetwork,
  picture: MapPicture = {},
): Generator<string, void, undefined> {
  return draw(layersOf('mapSvg', network, picture));
}

function* draw(drawn: Layers): Generator<string, void, undefined> {
  const { width, height } = drawn.frame;
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  yield `<svg xmlns="http://www.w3.org/2000/svg" ${size}>
<rect width="100%" height="100%" fill="${drawn.background}"/>
<g fill="none" stroke-linecap="round" stroke-linejoin="round">
`;
  yield* paths(drawn);
  yield '</g>\n';
  yield* dots(drawn);
  const place = `x="${width - 6}" y="${height - 6}" text-anchor="end"`;
  const font = 'font-family="sans-serif" font-size="10" fill="#777"';
  yield `<text ${place} ${font}>© OpenStreetMap contributors</text>
</svg>
`;
}

function* paths({ frame, layers }: Layers): Generator<string, void, undefined> {
  const { x, y } = frame;
  for (const layer of layers) {
    const lines: [number, number][] = [];
    layer.eachLine((first, last) => {
      if (isSeen(frame, first, last, layer.width)) lines.push([first, last]);
    });
    if (lines.length === 0) continue;
    const opacity = layer.opacity < 1 ? ` stroke-opacity="${layer.opacity}"` : '';
    const width = Number(layer.width.toFixed(2));
    let text = `<path stroke="${layer.colour}" stroke-width="${width}"${opacity} d="`;
    for (const [first, last] of lines) {
      let [atX, atY] = [tenths(x[first]), tenths(y[first])];
      text += `M${atX / 10} ${atY / 10}l`;
      let any = false;
      for (let i = first + 1; i <= last; i++) {
        const [toX, toY] = [tenths(x[i]), tenths(y[i])];
        // points within a tenth of a pixel are one point, but a line has at least two
        if (toX === atX && toY === atY && (i < last || any)) continue;
        text += `${any ? ' ' : ''}${(toX - atX) / 10} ${(toY - atY) / 10}`;
        any = true;
        [atX, atY] = [toX, toY];
      }
      if (text.length >= PIECE) {
        yield text;
        text = '';
      }
    }
    yield `${text}"/>\n`;
  }
}

function* dots({ dots: list, dotRadius }: Layers): Generator<string, void, undefined> {
  if (list.length === 0) return;
  const r = Number(dotRadius.toFixed(2));
  yield `<g stroke="#fff" stroke-width="${Number((dotRadius / 3).toFixed(2))}">\n`;
  for (const { mark, x, y } of list) {
    const bar = mark === 'blocked' ? cross(x, y, r) : '';
    const place = `cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${r}"`;
    yield `<circle ${place} fill="${MARK_COLOURS[mark]}"/>${bar}\n`;
  }
  yield '</g>\n';
}

function cross(x: Dot['x'], y: Dot['y'], radius: number): string {
  const at = (dx: number, dy: number): string =>
    `${(x + (dx * radius) / 2).toFixed(1)} ${(y + (dy * radius) / 2).toFixed(1)}`;
  return `<path d="M${at(-1, -1)}L${at(1, 1)}M${at(-1, 1)}L${at(1, -1)}"/>`;
}

function tenths(pixels: number): number {
  return Math.round(10 * pixels);
}

/** Whether the box of a line, larger by `thick` on each side, touches the picture. */
export function isSeen(
  { x, y, width, height }: Layers['frame'],
  first: number,
  last: number,
  thick: number,
): boolean {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = first; i <= last; i++) {
    left = Math.min(left, x[i]);
    right = Math.max(right, x[i]);
    top = Math.min(top, y[i]);
    bottom = Math.max(bottom, y[i]);
  }
  return right >= -thick && left <= width + thick && bottom >= -thick && top <= height + thick;
}

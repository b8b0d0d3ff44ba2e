// Lines with soft edges. For each pixel, a layer keeps the largest share of the pixel that one of
// its lines covers. Then the colour of the layer is blended over the layers below. So a translucent
// layer does not darken where its lines cross.
import { callback, object } from '@wayfield/check';
import { type Layers, MARK_COLOURS } from './layers.ts';

/**
 * A picture as pixels: red, green, blue and opacity (255 throughout), row by row from the top left.
 */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** 4 * width * height entries. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

const someLayers = object({ frame: object({}, 'a frame') }, 'Layers');

/**
 * Paints layers of lines, from the first to the last, then dots: what `gridPixels` and `mapPixels`
 * of `@wayfield/osm/draw` have in common. `ground`, where given, paints what lies below the lines
 * over the background.
 *
 * @example
 * const frame = { width: 100, height: 50, x: [10, 90], y: [10, 40] };
 * const line = { colour: '#d7191c', width: 3, opacity: 1 };
 * const eachLine = (draw: (first: number, last: number) => void) => draw(0, 1); // points 0 to 1
 * const layers = [{ ...line, eachLine }];
 * const picture = { frame, background: '#ffffff', layers, dots: [], dotRadius: 2 };
 * const pixels = paintLayers(picture);
 * context.putImageData(new ImageData(pixels.data, pixels.width), 0, 0);
 */
export function paintLayers(picture: Layers, ground?: (pixels: Pixels) => void): Pixels {
  someLayers(picture, 'picture');
  if (ground !== undefined) callback(ground, 'ground');
  const { frame, layers, dots, dotRadius, background } = picture;
  const { width, height, x, y } = frame;
  const data = new Uint8ClampedArray(4 * width * height);
  const [red, green, blue] = rgb(background);
  for (let i = 0; i < data.length; i += 4) {
    data[i] = red;
    data[i + 1] = green;
    data[i + 2] = blue;
    data[i + 3] = 255;
  }
  ground?.({ width, height, data });
  const cover = createCover(width, height);
  for (const layer of layers) {
    layer.eachLine((first, last) => {
      for (let i = first; i < last; i++) cover.line(x[i], y[i], x[i + 1], y[i + 1], layer.width);
    });
    cover.paint(data, rgb(layer.colour), layer.opacity);
  }
  for (const { mark, x: atX, y: atY } of dots) {
    cover.line(atX, atY, atX, atY, 2 * dotRadius + (2 * dotRadius) / 3);
    cover.paint(data, [255, 255, 255], 1);
    cover.line(atX, atY, atX, atY, 2 * dotRadius);
    cover.paint(data, rgb(MARK_COLOURS[mark]), 1);
    if (mark !== 'blocked') continue;
    const arm = dotRadius / 2;
    cover.line(atX - arm, atY - arm, atX + arm, atY + arm, dotRadius / 3);
    cover.line(atX - arm, atY + arm, atX + arm, atY - arm, dotRadius / 3);
    cover.paint(data, [255, 255, 255], 1);
  }
  return { width, height, data };
}

/** How much of each pixel is covered, and the part of the picture where anything is. */
interface Cover {
  /** A line with round ends. */
  line(x0: number, y0: number, x1: number, y1: number, thick: number): void;
  /** Lays a colour over the pixels as far as they are covered, and clears the cover. */
  paint(data: Uint8ClampedArray, colour: readonly number[], opacity: number): void;
}

function createCover(width: number, height: number): Cover {
  const share = new Uint8Array(width * height);
  let [left, right, top, bottom] = [width, -1, height, -1];
  return {
    line(x0, y0, x1, y1, thick) {
      // a line thinner than a pixel covers a share of it
      const strength = Math.min(1, thick);
      const half = Math.max(1, thick) / 2;
      const reach = half + 0.5;
      const [dx, dy] = [x1 - x0, y1 - y0];
      const square = dx * dx + dy * dy;
      const low = Math.max(0, Math.floor(Math.min(y0, y1) - reach));
      const high = Math.min(height - 1, Math.ceil(Math.max(y0, y1) + reach));
      if (low > high) return;
      for (let row = low; row <= high; row++) {
        // where the line is near this row: not the whole box of a long slanted line
        const [from, to] = columnsOf(row + 0.5, [x0, y0, x1, y1], reach, width);
        for (let column = from; column <= to; column++) {
          const [px, py] = [column + 0.5 - x0, row + 0.5 - y0];
          const t = square > 0 ? Math.min(1, Math.max(0, (px * dx + py * dy) / square)) : 0;
          const distance = Math.hypot(px - t * dx, py - t * dy);
          const covered = Math.min(1, reach - distance);
          if (covered <= 0) continue;
          const value = Math.round(255 * strength * covered);
          const at = row * width + column;
          if (value > share[at]) share[at] = value;
        }
        if (from > to) continue;
        left = Math.min(left, from);
        right = Math.max(right, to);
        top = Math.min(top, row);
        bottom = Math.max(bottom, row);
      }
    },
    paint(data, [red, green, blue], opacity) {
      for (let row = top; row <= bottom; row++) {
        for (let at = row * width + left; at <= row * width + right; at++) {
          if (share[at] === 0) continue;
          const a = (opacity * share[at]) / 255;
          data[4 * at] += a * (red - data[4 * at]);
          data[4 * at + 1] += a * (green - data[4 * at + 1]);
          data[4 * at + 2] += a * (blue - data[4 * at + 2]);
          share[at] = 0;
        }
      }
      [left, right, top, bottom] = [width, -1, height, -1];
    },
  };
}

/** A range of columns, first and last, that contains all columns of a row that a line covers. */
function columnsOf(
  y: number,
  [x0, y0, x1, y1]: readonly [number, number, number, number],
  reach: number,
  width: number,
): [from: number, to: number] {
  let [left, right] = [Math.min(x0, x1), Math.max(x0, x1)];
  if (y1 !== y0) {
    // a, b: the part of the line that is within `reach` of the row
    const a = Math.min(1, Math.max(0, (y - reach - y0) / (y1 - y0)));
    const b = Math.min(1, Math.max(0, (y + reach - y0) / (y1 - y0)));
    left = x0 + Math.min(a * (x1 - x0), b * (x1 - x0));
    right = x0 + Math.max(a * (x1 - x0), b * (x1 - x0));
  }
  return [Math.max(0, Math.floor(left - reach)), Math.min(width - 1, Math.ceil(right + reach))];
}

/** A colour '#rrggbb' as three numbers from 0 to 255. */
export function rgb(colour: string): [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

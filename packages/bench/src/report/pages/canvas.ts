import { encode } from 'fast-png';
import type { DrawnPicture } from '../../fields/tables/picture.ts';

/** Red, green, blue. */
export type Colour = readonly [number, number, number];

/** x and y in the units of the world. */
export type Point = readonly [number, number];

/** A picture of a few flat colours, into which shapes are drawn in the units of the world. */
export interface Canvas {
  /** A line from one point to another, `thick` pixels wide (default 1). */
  line(from: Point, to: Point, colour: number, thick?: number): void;
  disc(x: number, y: number, radius: number, colour: number): void;
  finish(): DrawnPicture;
}

/** The extent and size of a canvas. */
export interface CanvasInput {
  /** Width and height of the world, whose y grows upwards. */
  readonly world: readonly [number, number];
  /** Pixels of the longer side. */
  readonly size: number;
  /** Colour 0 is the ground. At most 256. */
  readonly colours: readonly Colour[];
}

export function createCanvas({ world, size, colours }: CanvasInput): Canvas {
  const scale = size / Math.max(...world);
  const [width, height] = world.map((side) => Math.max(1, Math.round(side * scale)));
  const pixels = new Uint8Array(width * height);

  /** A disc in pixels. Radii are at least 0.6, so that every disc covers a pixel. */
  function dot(px: number, py: number, radius: number, colour: number): void {
    for (let y = Math.max(0, Math.ceil(py - radius)); y <= Math.min(height - 1, py + radius); y++) {
      const half = Math.sqrt(Math.max(0, radius * radius - (y - py) ** 2));
      const from = Math.max(0, Math.round(px - half));
      const to = Math.min(width - 1, Math.round(px + half));
      if (to >= from) pixels.fill(colour, y * width + from, y * width + to + 1);
    }
  }

  return {
    disc: (x, y, radius, colour) =>
      dot(x * scale, height - 1 - y * scale, Math.max(0.6, radius * scale), colour),
    line([x0, y0], [x1, y1], colour, thick = 1) {
      const steps = Math.ceil(2 * Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0)) * scale) || 1;
      for (let k = 0; k <= steps; k++) {
        const x = (x0 + ((x1 - x0) * k) / steps) * scale;
        const y = height - 1 - (y0 + ((y1 - y0) * k) / steps) * scale;
        dot(x, y, Math.max(0.6, thick / 2), colour);
      }
    },
    finish() {
      const palette = colours.map(([r, g, b]): [number, number, number] => [r, g, b]);
      const png = encode(
        { width, height, data: pixels, depth: 8, channels: 1, palette },
        { zlib: { level: 9 } },
      );
      return { width, height, png };
    },
  };
}

// What the worker of many lines serves: pictures of them, so that the page does not stand still
// while it draws a map.
import type { View } from './view.ts';
import type { Rgba } from './colours.ts';
import { drawStroke } from './strokes.ts';
import type { Lines, Triangles } from './surface.ts';

const shapes = new Map<number, Lines | Triangles>();

/** A stroke of a shape that the worker has. */
export interface KnownStroke {
  readonly id: number;
  readonly width: number;
  readonly colour: Rgba;
}

export const strokeFunctions = {
  /** Takes a shape, in the place of an earlier one of that number. */
  take(id: number, shape: Lines | Triangles): void {
    shapes.set(id, shape);
  },
  /** Keeps these shapes only. */
  keep(ids: readonly number[]): void {
    for (const id of shapes.keys()) if (!ids.includes(id)) shapes.delete(id);
  },
  draw(strokes: readonly KnownStroke[], view: View): ImageBitmap {
    const canvas = new OffscreenCanvas(view.width, view.height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('this browser gives workers no 2-D canvas');
    for (const { id, width, colour } of strokes) {
      drawStroke(context, { shape: shapes.get(id)!, width, colour }, view);
    }
    return canvas.transferToImageBitmap();
  },
};

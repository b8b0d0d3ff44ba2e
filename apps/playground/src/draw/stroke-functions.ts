// The functions of the worker that draws many lines into a picture, so that the thread which shows
// the picture stays free.
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
  /** Stores a shape under a number, in place of an earlier one. */
  take(id: number, shape: Lines | Triangles): void {
    shapes.set(id, shape);
  },
  /** Deletes all other shapes. */
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

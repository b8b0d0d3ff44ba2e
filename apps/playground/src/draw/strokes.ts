// Lines and triangles on a 2-D canvas, of the page or of a worker.
import type { View } from './view.ts';
import { drawTriangles } from './canvas-triangles.ts';
import { cssColour, type Rgba } from './colours.ts';
import type { Context2d, Lines, Triangles } from './surface.ts';

/** Lines or triangles, with the version and the style of one draw call. */
export interface Stroke {
  readonly shape: Lines | Triangles;
  readonly version: number;
  /** Width of lines in pixels of the canvas. */
  readonly width: number;
  readonly colour: Rgba;
  readonly palette?: Uint32Array;
}

export function drawStroke(
  target: Context2d,
  { shape, width, colour }: Pick<Stroke, 'shape' | 'width' | 'colour'>,
  view: View,
): void {
  if ('palette' in shape) {
    drawTriangles(target, shape, view);
    return;
  }
  const { piece, count } = shape;
  const left = view.width / 2 - view.centreX * view.scale;
  const top = view.height / 2 - view.centreY * view.scale;
  target.strokeStyle = cssColour(colour);
  target.lineWidth = width;
  target.lineCap = 'round';
  target.beginPath();
  for (let i = 0; i < 4 * count; i += 4) {
    const x0 = left + piece[i] * view.scale;
    const y0 = top + piece[i + 1] * view.scale;
    const x1 = left + piece[i + 2] * view.scale;
    const y1 = top + piece[i + 3] * view.scale;
    // canvases spend as much time on pieces out of sight as on others
    if (Math.max(x0, x1) < -width || Math.min(x0, x1) > view.width + width) continue;
    if (Math.max(y0, y1) < -width || Math.min(y0, y1) > view.height + width) continue;
    target.moveTo(x0, y0);
    target.lineTo(x1, y1);
  }
  target.stroke();
}

export function sameStrokes(a: readonly Stroke[], b: readonly Stroke[]): boolean {
  return (
    a.length === b.length &&
    a.every((stroke, i) =>
      (['shape', 'version', 'width', 'colour', 'palette'] as const).every(
        (key) => stroke[key] === b[i][key],
      ),
    )
  );
}

export function sameView(a: View, b: View): boolean {
  return (['centreX', 'centreY', 'scale', 'width', 'height', 'ratio'] as const).every(
    (key) => a[key] === b[key],
  );
}

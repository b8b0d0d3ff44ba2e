import { rule } from '@wayfield/check';
import type { Grid } from '../types/data.ts';
import { type GridPicture, layersOfGrid } from './grid-picture.ts';
import { MARK_COLOURS } from './layers.ts';

/** What `drawGrid` uses of a 2-D canvas, of a page or of a library. */
export type Canvas2D = Pick<
  CanvasRenderingContext2D,
  | 'arc'
  | 'beginPath'
  | 'fill'
  | 'fillRect'
  | 'globalAlpha'
  | 'lineCap'
  | 'lineJoin'
  | 'lineTo'
  | 'lineWidth'
  | 'moveTo'
  | 'restore'
  | 'save'
  | 'stroke'
> & { fillStyle: unknown; strokeStyle: unknown };

const aCanvas = rule<Canvas2D>(
  'a 2-D context of a canvas',
  (value) => typeof value === 'object' && value !== null && typeof value.fillRect === 'function',
);

/**
 * Draws a grid, with paths and marks on it, on a 2-D canvas from its origin, and returns the pixels
 * across and down that it takes; a transform of the context applies. Throws as `gridPixels`, and
 * TypeError for what is no context.
 *
 * @example
 * const context = canvas.getContext('2d')!;
 * drawGrid(context, grid, { size: canvas.width, paths: [pathOf(routes, 0)] });
 */
export function drawGrid(
  context: Canvas2D,
  grid: Grid,
  picture: GridPicture = {},
): { readonly width: number; readonly height: number } {
  aCanvas(context, 'context');
  const drawn = layersOfGrid('drawGrid', grid, picture);
  const { frame, layers, dots, dotRadius, scale, colourOf } = drawn;
  const { width, height, x, y } = frame;
  context.save();
  context.fillStyle = drawn.background;
  context.fillRect(0, 0, width, height);
  drawCells(context, grid, scale, colourOf);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (const layer of layers) {
    context.globalAlpha = layer.opacity;
    context.strokeStyle = layer.colour;
    context.lineWidth = layer.width;
    context.beginPath();
    layer.eachLine((first, last) => {
      for (let i = first; i <= last; i++) {
        if (i === first) context.moveTo(x[i], y[i]);
        else context.lineTo(x[i], y[i]);
      }
    });
    context.stroke();
  }
  context.globalAlpha = 1;
  for (const dot of dots) {
    context.beginPath();
    context.arc(dot.x, dot.y, dotRadius, 0, 2 * Math.PI);
    context.fillStyle = MARK_COLOURS[dot.mark];
    context.strokeStyle = '#ffffff';
    context.lineWidth = dotRadius / 3;
    context.fill();
    context.stroke();
    if (dot.mark !== 'blocked') continue;
    const arm = dotRadius / 2;
    context.beginPath();
    for (const side of [1, -1]) {
      context.moveTo(dot.x - arm, dot.y - side * arm);
      context.lineTo(dot.x + arm, dot.y + side * arm);
    }
    context.stroke();
  }
  context.restore();
  return { width, height };
}

/** Rectangles of cells of one colour that lie side by side. */
function drawCells(
  context: Canvas2D,
  { width, height }: Grid,
  scale: number,
  colourOf: (cell: number) => readonly number[],
): void {
  for (let j = 0; j < height; j++) {
    let from = 0;
    for (let i = 1; i <= width; i++) {
      const colour = colourOf(j * width + from);
      if (i < width && colourOf(j * width + i) === colour) continue;
      context.fillStyle = `rgb(${colour[0]},${colour[1]},${colour[2]})`;
      context.fillRect(from * scale, j * scale, (i - from) * scale, scale);
      from = i;
    }
  }
}

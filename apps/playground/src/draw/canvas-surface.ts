// The calls of `Surface` on a 2-D canvas, of a page or of a worker: for pages without WebGPU.
import { createBelow } from './below.ts';
import { drawAgents } from './canvas-agents.ts';
import { drawDiscs } from './canvas-discs.ts';
import { createDotSheet, createRasterPainter } from './canvas-picture.ts';
import { pictureOf, pixelOf } from './canvas-pixels.ts';
import { cssColour } from './colours.ts';
import { drawStroke, type Stroke } from './strokes.ts';
import type { AnyCanvas, Context2d, Screen } from './surface.ts';
import type { View } from './view.ts';

/** `redraw` is called when a part that a worker has drawn is ready. */
export function createCanvasSurface(canvas: AnyCanvas, redraw: () => void): Screen {
  const context = canvas.getContext('2d', { alpha: false }) as Context2d | null;
  if (!context) throw new Error('this browser gives no 2-D canvas');
  const paintRaster = createRasterPainter();
  const dots = createDotSheet();
  /** Lines and triangles before the first other call of this frame; undefined after that call. */
  let below: Stroke[] | undefined;
  const sheet = createBelow(redraw);
  let view: View;

  /** Draws what the frame began with. */
  function drawBelow(): void {
    const strokes = below ?? [];
    below = undefined;
    sheet.draw(context!, strokes, view);
  }
  function put(stroke: Stroke): void {
    if (below) below.push(stroke);
    else drawStroke(context!, stroke, view);
  }

  return {
    kind: 'canvas',
    ready: true,
    get view() {
      return view;
    },
    begin(now, background) {
      view = now;
      if (canvas.width !== view.width) canvas.width = view.width;
      if (canvas.height !== view.height) canvas.height = view.height;
      context.fillStyle = cssColour(background);
      context.fillRect(0, 0, view.width, view.height);
      below = [];
    },
    raster(raster) {
      drawBelow();
      paintRaster(context, raster, view);
    },
    agents(agents, style) {
      drawBelow();
      drawAgents(context, dots, agents, style, view);
    },
    discs(discs, leastPixels, colours) {
      drawBelow();
      drawDiscs(context, dots, discs, { leastPixels, colours }, view);
    },
    triangles(triangles) {
      const { version, palette } = triangles;
      put({ shape: triangles, version, width: 0, colour: 0, palette });
    },
    lines(lines, width, colour) {
      const across = typeof width === 'number' ? width * view.ratio : width.world * view.scale;
      put({ shape: lines, version: lines.version, width: Math.max(1, across), colour });
    },
    end() {
      drawBelow();
    },
    picture: () => pictureOf(canvas),
    pixel: async (x, y) => pixelOf(canvas, x, y),
    close: () => sheet.close(),
  };
}

// The calls of `Surface` on a 2-D canvas, of a page or of a worker: for pages without WebGPU.
import { createBelow } from './below.ts';
import { makeCanvas, pictureOf, pixelOf } from './canvas-pixels.ts';
import { cssColour } from './colours.ts';
import type { View } from './camera.ts';
import { drawDiscs } from './canvas-discs.ts';
import { type Context2d, drawStroke, type Stroke } from './strokes.ts';
import type { Agents, AgentStyle, AnyCanvas, Raster, Screen } from './surface.ts';

/** Above this many agents, pixels are written instead of shapes drawn. */
const MOST_SHAPES = 3000;

interface Picture {
  readonly canvas: AnyCanvas;
  readonly context: Context2d;
  readonly data: ImageData;
  readonly words: Uint32Array;
  version: number;
  palette: Uint32Array | undefined;
}

/** `redraw` is called when a part that was drawn beside the page is there. */
export function createCanvasSurface(canvas: AnyCanvas, redraw: () => void): Screen {
  const context = canvas.getContext('2d', { alpha: false }) as Context2d | null;
  if (!context) throw new Error('this browser gives no 2-D canvas');
  const pictures = new WeakMap<Raster, Picture>();
  let dots: Picture | undefined;
  /** Lines and triangles before anything else in this frame, such as those of a map. */
  let below: Stroke[] | undefined;
  const sheet = createBelow(redraw);
  let view: View;

  function picture(width: number, height: number): Picture {
    const made = makeCanvas(width, height);
    const data = made.context.createImageData(width, height);
    const words = new Uint32Array(data.data.buffer);
    return { ...made, data, words, version: -1, palette: undefined };
  }

  /** Draws what the frame began with. */
  function drawBelow(): void {
    const strokes = below ?? [];
    below = undefined;
    sheet.draw(context!, strokes, view);
  }

  const toX = (x: number): number => (x - view.centreX) * view.scale + view.width / 2;
  const toY = (y: number): number => (y - view.centreY) * view.scale + view.height / 2;

  /** Places of agents on the canvas, one after the other. */
  function forEachPlace(agents: Agents, phase: number, visit: Visit): void {
    if (agents.kind === 'points') {
      const place = agents.place as Float32Array;
      for (let i = 0; i < agents.count; i++) visit(i, toX(place[2 * i]), toY(place[2 * i + 1]));
      return;
    }
    const from = agents.from as Uint32Array;
    const to = agents.to as Uint32Array;
    const { mapWidth } = agents;
    for (let i = 0; i < agents.count; i++) {
      const x = to[i] % mapWidth;
      const y = (to[i] - x) / mapWidth;
      const fromX = from[i] % mapWidth;
      const dx = fromX - x;
      const dy = (from[i] - fromX) / mapWidth - y;
      // further than a step: it did not walk there
      const back = Math.abs(dx) > 1 || Math.abs(dy) > 1 ? 0 : 1 - phase;
      visit(i, toX(x + 0.5 + back * dx), toY(y + 0.5 + back * dy));
    }
  }

  function drawShapes(agents: Agents, style: AgentStyle, size: number): void {
    const paths = style.colours.map(() => new Path2D());
    forEachPlace(agents, style.phase, (i, x, y) => {
      const path = paths[i % paths.length];
      path.moveTo(x + size / 2, y);
      path.arc(x, y, size / 2, 0, 2 * Math.PI);
    });
    for (const [i, path] of paths.entries()) {
      context!.fillStyle = cssColour(style.colours[i]);
      context!.fill(path);
    }
  }

  /** A picture as large as the canvas, for pixels. */
  function sheetOfDots(): Picture {
    const { width, height } = view;
    if (!dots || dots.canvas.width !== width || dots.canvas.height !== height) {
      dots = picture(width, height);
    }
    return dots;
  }

  function showDots({ canvas: from, context: own, data }: Picture): void {
    own.putImageData(data, 0, 0);
    context!.drawImage(from, 0, 0);
  }

  function drawDots(agents: Agents, style: AgentStyle, size: number): void {
    const { width, height } = view;
    const sheetNow = sheetOfDots();
    const { words } = sheetNow;
    words.fill(0);
    const side = Math.max(1, Math.round(size));
    const { colours } = style;
    forEachPlace(agents, style.phase, (i, x, y) => {
      const left = Math.round(x - side / 2);
      const top = Math.round(y - side / 2);
      if (left < 0 || top < 0 || left + side > width || top + side > height) return;
      const word = colours[i % colours.length];
      for (let row = top * width + left; row < (top + side) * width; row += width) {
        for (let at = row; at < row + side; at++) words[at] = word;
      }
    });
    showDots(sheetNow);
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
      let cells = pictures.get(raster);
      if (!cells) {
        cells = picture(raster.width, raster.height);
        pictures.set(raster, cells);
      }
      if (cells.version !== raster.version || cells.palette !== raster.palette) {
        const { palette } = raster;
        const index = raster.index as Uint8Array;
        for (let i = 0; i < index.length; i++) cells.words[i] = palette[index[i]];
        cells.context.putImageData(cells.data, 0, 0);
        cells.version = raster.version;
        cells.palette = palette;
      }
      context.imageSmoothingEnabled = view.scale < 1;
      const width = raster.width * view.scale;
      const [left, top] = [toX(raster.x ?? 0), toY(raster.y ?? 0)];
      context.drawImage(cells.canvas, left, top, width, raster.height * view.scale);
    },
    agents(agents, style) {
      drawBelow();
      const size = Math.max(style.leastPixels * view.ratio, style.size * view.scale);
      if (agents.count > MOST_SHAPES) drawDots(agents, style, size);
      else drawShapes(agents, style, size);
    },
    discs(discs, leastPixels, colours) {
      drawBelow();
      const dotted = sheetOfDots();
      const blit = (): void => showDots(dotted);
      drawDiscs(discs, view, leastPixels, colours, dotted.words, blit, context);
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

type Visit = (agent: number, x: number, y: number) => void;

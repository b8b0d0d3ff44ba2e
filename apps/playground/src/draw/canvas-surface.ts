// The calls of `Surface` on a 2-D canvas: for pages without WebGPU.
import { cssColour, type Rgba } from './colours.ts';
import type { View } from './camera.ts';
import { drawDiscs } from './canvas-discs.ts';
import { drawTriangles } from './canvas-triangles.ts';
import type { Agents, AgentStyle, Lines, Raster, Surface, Triangles } from './surface.ts';

/** Above this many agents, pixels are written instead of shapes drawn. */
const MOST_SHAPES = 3000;

/** Lines or triangles as they were when they were drawn. */
interface Stroke {
  readonly shape: Lines | Triangles;
  readonly version: number;
  /** Pixels of the canvas. */
  readonly width: number;
  readonly colour: Rgba;
  readonly palette?: Uint32Array;
}

interface Picture {
  readonly canvas: HTMLCanvasElement;
  readonly context: CanvasRenderingContext2D;
  readonly data: ImageData;
  readonly words: Uint32Array;
  version: number;
  palette: Uint32Array | undefined;
}

export function createCanvasSurface(canvas: HTMLCanvasElement): Surface {
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('this browser gives no 2-D canvas');
  const pictures = new WeakMap<Raster, Picture>();
  let dots: Picture | undefined;
  /** Lines and triangles before anything else in this frame, such as those of a map. */
  let below: Stroke[] | undefined;
  let sheet: (Picture & { view: View | undefined; strokes: readonly Stroke[] }) | undefined;
  let view: View;

  function picture(width: number, height: number): Picture {
    const made = document.createElement('canvas');
    made.width = width;
    made.height = height;
    const madeContext = made.getContext('2d')!;
    const data = madeContext.createImageData(width, height);
    const words = new Uint32Array(data.data.buffer);
    return { canvas: made, context: madeContext, data, words, version: -1, palette: undefined };
  }

  function drawStroke(target: CanvasRenderingContext2D, { shape, width, colour }: Stroke): void {
    if ('palette' in shape) {
      drawTriangles(target, shape, view);
      return;
    }
    const { piece, count } = shape;
    target.strokeStyle = cssColour(colour);
    target.lineWidth = width;
    target.lineCap = 'round';
    target.beginPath();
    for (let i = 0; i < 4 * count; i += 4) {
      target.moveTo(toX(piece[i]), toY(piece[i + 1]));
      target.lineTo(toX(piece[i + 2]), toY(piece[i + 3]));
    }
    target.stroke();
  }

  /** Draws what the frame began with: from the picture of an earlier frame, where they are the same. */
  function drawBelow(): void {
    const strokes = below ?? [];
    below = undefined;
    if (strokes.length === 0) return;
    const { width, height } = view;
    if (!sheet || sheet.canvas.width !== width || sheet.canvas.height !== height) {
      sheet = { ...picture(width, height), view: undefined, strokes: [] };
    }
    const isSame =
      sheet.view !== undefined &&
      (['centreX', 'centreY', 'scale', 'ratio'] as const).every(
        (key) => sheet!.view![key] === view[key],
      ) &&
      strokes.length === sheet.strokes.length &&
      strokes.every((stroke, i) =>
        (['shape', 'version', 'width', 'colour', 'palette'] as const).every(
          (key) => stroke[key] === sheet!.strokes[i][key],
        ),
      );
    if (!isSame) {
      sheet.context.clearRect(0, 0, width, height);
      for (const stroke of strokes) drawStroke(sheet.context, stroke);
      sheet.view = view;
      sheet.strokes = strokes;
    }
    context!.drawImage(sheet.canvas, 0, 0);
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
    else drawStroke(context!, stroke);
  }

  return {
    kind: 'canvas',
    canvas,
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
        const { index, palette } = raster;
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
  };
}

type Visit = (agent: number, x: number, y: number) => void;

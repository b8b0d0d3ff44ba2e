// The lines and triangles that a frame begins with, such as the roads of a map. They are drawn once
// per view, and the picture is kept. A worker draws many lines; until its picture comes, the last
// picture is shown, moved and scaled to the current view.
import { type Calls, connect, type Connection } from '../common/rpc.ts';
import type { View } from './view.ts';
import { makeCanvas } from './canvas-pixels.ts';
import type { strokeFunctions } from './stroke-functions.ts';
import { drawStroke, sameStrokes, sameView, type Stroke } from './strokes.ts';
import type { AnyCanvas, Context2d } from './surface.ts';

/** Up to this many pieces this thread draws itself, which takes some milliseconds. */
const FEW = 10_000;

interface Picture {
  readonly view: View;
  readonly strokes: readonly Stroke[];
  readonly image: AnyCanvas | ImageBitmap;
}

export interface Below {
  draw(context: Context2d, strokes: readonly Stroke[], view: View): void;
  close(): void;
}

/** `redraw` is called when there is a newer picture than the last one shown. */
export function createBelow(redraw: () => void): Below {
  let shown: Picture | undefined;
  /** The canvas for pictures that this thread draws itself. */
  let own: ReturnType<typeof makeCanvas> | undefined;
  const worker = createStrokeWorker((picture) => {
    if (picture && shown && 'close' in shown.image) shown.image.close();
    if (picture) shown = picture;
    redraw();
  });

  function drawHere(strokes: readonly Stroke[], view: View): Picture {
    const { canvas: image, context } = (own ??= makeCanvas(1, 1));
    // setting the size also clears the canvas
    image.width = view.width;
    image.height = view.height;
    for (const stroke of strokes) drawStroke(context, stroke, view);
    return { strokes, view, image };
  }

  return {
    draw(context, strokes, view) {
      if (strokes.length === 0) return;
      const isThere =
        shown !== undefined && sameView(shown.view, view) && sameStrokes(shown.strokes, strokes);
      const pieces = strokes.reduce((sum, { shape }) => sum + shape.count, 0);
      if (!isThere && (worker.failed || pieces <= FEW)) shown = drawHere(strokes, view);
      else if (!isThere) worker.ask(strokes, view);
      // a picture without any of these shapes is not shown instead
      if (!shown?.strokes.some((a) => strokes.some((b) => a.shape === b.shape))) return;
      const { view: then, image } = shown;
      const zoom = view.scale / then.scale;
      const left = view.width / 2 + (then.centreX - view.centreX) * view.scale;
      const top = view.height / 2 + (then.centreY - view.centreY) * view.scale;
      const [width, height] = [zoom * then.width, zoom * then.height];
      context.imageSmoothingEnabled = zoom !== 1;
      context.drawImage(image, left - width / 2, top - height / 2, width, height);
    },
    close: worker.close,
  };
}

/** A worker that draws strokes, one picture at a time. */
interface StrokeWorker {
  /** No worker draws, or it failed: this thread must draw. */
  readonly failed: boolean;
  /** Asks for a picture. Of several asked for while one is drawn, only the last one is drawn. */
  ask(strokes: readonly Stroke[], view: View): void;
  close(): void;
}

/** `drawn` gets each picture, and undefined if the worker fails. */
function createStrokeWorker(drawn: (picture: Picture | undefined) => void): StrokeWorker {
  let wanted: Omit<Picture, 'image'> | undefined;
  let connection: Connection<typeof strokeFunctions> | undefined;
  let underWay = false;
  let failed = typeof OffscreenCanvas === 'undefined';
  const shapes = createSentShapes();

  function start(): Connection<typeof strokeFunctions> {
    const worker = new Worker(new URL('./stroke-worker.ts', import.meta.url), { type: 'module' });
    return connect<typeof strokeFunctions>(worker);
  }

  async function drawWanted(): Promise<void> {
    if (underWay) return;
    underWay = true;
    try {
      const { calls } = (connection ??= start());
      while (wanted !== undefined) {
        const { strokes, view } = wanted;
        wanted = undefined;
        const list = strokes.map((stroke) => ({
          id: shapes.idOf(stroke, calls),
          width: stroke.width,
          colour: stroke.colour,
        }));
        const image = await calls.draw(list, view);
        drawn({ strokes, view, image });
        shapes.keepOnly(strokes, calls);
      }
    } catch {
      failed = true;
      drawn(undefined);
    } finally {
      underWay = false;
    }
  }

  return {
    get failed() {
      return failed;
    },
    ask(strokes, view) {
      wanted = { strokes, view };
      void drawWanted();
    },
    close: () => connection?.end(),
  };
}

type StrokeCalls = Calls<typeof strokeFunctions>;

/** The shapes that the worker has, by number and version. */
interface SentShapes {
  /** The number of a shape, which is sent if the worker lacks this version. */
  idOf(stroke: Stroke, calls: StrokeCalls): number;
  /** The worker forgets all other shapes. */
  keepOnly(strokes: readonly Stroke[], calls: StrokeCalls): void;
}

function createSentShapes(): SentShapes {
  const known = new Map<object, { id: number; version: number }>();
  let ids = 0;
  return {
    idOf({ shape, version }, calls) {
      let entry = known.get(shape);
      if (!entry) known.set(shape, (entry = { id: ids++, version: NaN }));
      if (entry.version !== version) {
        entry.version = version;
        const { piece, count } = shape;
        // a palette may be a getter that computes, so it is read once
        const plain =
          'palette' in shape
            ? { piece, count, version, palette: shape.palette }
            : { piece, count, version };
        calls.take(entry.id, plain).catch(() => undefined);
      }
      return entry.id;
    },
    keepOnly(strokes, calls) {
      const shapes = new Set<object>(strokes.map(({ shape }) => shape));
      for (const shape of known.keys()) if (!shapes.has(shape)) known.delete(shape);
      calls.keep([...known.values()].map(({ id }) => id)).catch(() => undefined);
    },
  };
}

// The calls of `Surface` on a 2-D canvas that a worker draws, so that the page is free meanwhile. What is drawn is sent when it
// changes, and forgotten when a frame does without it.
import { bytesOf, countTransfer } from '../transfers.ts';
import { canvasesOf, connect, Ended } from '../worker/rpc.ts';
import type { Command, Frame, PartId, PartValue } from './canvas-commands.ts';
import type { canvasFunctions } from './canvas-functions.ts';
import { takeSpare } from './spares.ts';
import type { Agents, Lines, Raster, Screen, Triangles } from './surface.ts';

/** Frames that may be under way when another is begun. */
const MOST_UNDER_WAY = 2;

/** Whether this browser lets workers draw on canvases of the page. */
export function workersDraw(): boolean {
  return (
    typeof OffscreenCanvas !== 'undefined' &&
    'transferControlToOffscreen' in HTMLCanvasElement.prototype
  );
}

type Numbers = Uint8Array | Uint32Array | Float32Array;

interface Part {
  readonly id: PartId;
  version: number;
  palette: Uint32Array | undefined;
  /** The frame that drew it last. */
  frame: number;
}

/** `failed` is called where the worker cannot draw: nothing is on the canvas then, and it cannot be had back. */
export function createRemoteSurface(
  canvas: HTMLCanvasElement,
  failed: (error: Error) => void,
): Screen {
  const worker = new Worker(new URL('./canvas-worker.ts', import.meta.url), { type: 'module' });
  /** Buffers of spare arrays in the frame that is sent. */
  const handed: ArrayBuffer[] = [];
  const { calls, end } = connect<typeof canvasFunctions>(worker, (args) => [
    ...canvasesOf(args),
    ...handed.splice(0),
  ]);
  const parts = new Map<object, Part>();
  let ids = 0;
  let frames = 0;
  let underWay = 0;
  let frame: { -readonly [K in keyof Frame]: Frame[K] } & {
    commands: Command[];
    parts: (readonly [PartId, PartValue])[];
  };
  const tell = (error: Error): void => {
    if (!(error instanceof Ended)) failed(error);
  };
  calls.begin(canvas.transferControlToOffscreen()).catch(tell);

  /** What is known of a part that this frame draws. */
  function partOf(owner: object): Part {
    let part = parts.get(owner);
    if (!part) {
      part = { id: ids++, version: NaN, palette: undefined, frame: frames };
      parts.set(owner, part);
    }
    part.frame = frames;
    return part;
  }

  /** The number of an array; sent where it is new or newer. */
  function idOf(array: Numbers | GPUBuffer, version: number): PartId {
    const part = partOf(array);
    if (part.version !== version) {
      part.version = version;
      const copy = takeSpare(array as Numbers, version);
      if (copy) handed.push(copy.buffer as ArrayBuffer);
      frame.parts.push([part.id, copy ?? (array as Numbers)]);
    }
    return part.id;
  }

  /** The number of a shape, which is sent without its palette where that is the same. */
  function shapeOf(shape: Raster | Lines | Triangles): PartId {
    const part = partOf(shape);
    const { version } = shape;
    const palette = 'palette' in shape ? shape.palette : undefined;
    if (part.version !== version) {
      const { x, y, width, height, index } = shape as Partial<Raster>;
      const { piece, count } = shape as Partial<Lines>;
      const value = index ? { x, y, width, height, index, version } : { piece, count, version };
      frame.parts.push([part.id, value]);
      part.version = version;
    }
    if (part.palette !== palette) {
      frame.parts.push([part.id, { palette }]);
      part.palette = palette;
    }
    return part.id;
  }

  /** Takes the parts that the frame did not draw out of the list. */
  function unused(): PartId[] {
    const dropped: PartId[] = [];
    for (const [owner, part] of parts) {
      if (part.frame === frames) continue;
      parts.delete(owner);
      dropped.push(part.id);
    }
    return dropped;
  }

  function agents(given: Agents, style: Parameters<Screen['agents']>[1]): void {
    const { version } = given;
    if (given.kind === 'points') {
      const place = idOf(given.place, version);
      frame.commands.push({ call: 'points', agents: { ...given, place }, style });
      return;
    }
    const [from, to] = [idOf(given.from, version), idOf(given.to, version)];
    frame.commands.push({ call: 'cells', agents: { ...given, from, to }, style });
  }

  return {
    kind: 'canvas',
    get ready() {
      return underWay < MOST_UNDER_WAY;
    },
    get view() {
      return frame.view;
    },
    begin(view, background) {
      frames++;
      frame = { view, background, commands: [], parts: [], dropped: [] };
    },
    agents,
    raster: (raster) => void frame.commands.push({ call: 'raster', shape: shapeOf(raster) }),
    triangles(triangles) {
      if (triangles.count === 0) return;
      frame.commands.push({ call: 'triangles', shape: shapeOf(triangles) });
    },
    lines(lines, width, colour) {
      if (lines.count === 0) return;
      frame.commands.push({ call: 'lines', shape: shapeOf(lines), width, colour });
    },
    discs({ data, touches, ...discs }, leastPixels, colours) {
      const { version } = discs;
      const numbers = { data: idOf(data, version), touches: idOf(touches, version) };
      frame.commands.push({ call: 'discs', discs: { ...discs, ...numbers }, leastPixels, colours });
    },
    end() {
      frame.dropped = unused();
      for (const [, value] of frame.parts) countTransfer(bytesOf(value));
      underWay++;
      calls
        .frame(frame)
        .catch(tell)
        .finally(() => underWay--);
    },
    picture: () => calls.picture(),
    pixel: (x, y) => calls.pixel(x, y),
    close: end,
  };
}

// The arrays and shapes (parts) that the canvas worker has. A part is sent when it is new or has
// changed; frames name it by its number.
import type { PartId, PartValue } from './canvas-commands.ts';
import { takeSpare } from './spares.ts';
import type { Lines, Raster, Triangles } from './surface.ts';

type Numbers = Uint8Array | Uint32Array | Float32Array;

interface Part {
  readonly id: PartId;
  version: number;
  palette: Uint32Array | undefined;
  /** Number of the last frame that drew it. */
  frame: number;
}

export interface SentParts {
  /** Begins a frame. `send` gets each part that the worker lacks. */
  begin(send: (id: PartId, value: PartValue) => void): void;
  /** The number of an array, which is sent if the worker lacks this version. */
  idOf(array: Numbers | GPUBuffer, version: number): PartId;
  /** The number of a shape. Its palette is sent separately, when it is another array. */
  shapeOf(shape: Raster | Lines | Triangles): PartId;
  /** Forgets the parts that this frame did not draw, and returns their numbers. */
  takeUnused(): PartId[];
  /** Buffers of the spare copies sent since the last call: to be transferred. */
  takeHanded(): ArrayBuffer[];
}

export function createSentParts(): SentParts {
  const parts = new Map<object, Part>();
  const handed: ArrayBuffer[] = [];
  let ids = 0;
  let frame = 0;
  let send: (id: PartId, value: PartValue) => void;

  function partOf(owner: object): Part {
    let part = parts.get(owner);
    if (!part) {
      part = { id: ids++, version: NaN, palette: undefined, frame };
      parts.set(owner, part);
    }
    part.frame = frame;
    return part;
  }

  return {
    begin(sendPart) {
      frame++;
      send = sendPart;
    },
    idOf(array, version) {
      const part = partOf(array);
      if (part.version !== version) {
        part.version = version;
        const copy = takeSpare(array as Numbers, version);
        if (copy) handed.push(copy.buffer as ArrayBuffer);
        send(part.id, copy ?? (array as Numbers));
      }
      return part.id;
    },
    shapeOf(shape) {
      const part = partOf(shape);
      const { version } = shape;
      const palette = 'palette' in shape ? shape.palette : undefined;
      if (part.version !== version) {
        const { x, y, width, height, index } = shape as Partial<Raster>;
        const { piece, count } = shape as Partial<Lines>;
        const value = index ? { x, y, width, height, index, version } : { piece, count, version };
        send(part.id, value);
        part.version = version;
      }
      if (part.palette !== palette) {
        send(part.id, { palette });
        part.palette = palette;
      }
      return part.id;
    },
    takeUnused() {
      const dropped: PartId[] = [];
      for (const [owner, part] of parts) {
        if (part.frame === frame) continue;
        parts.delete(owner);
        dropped.push(part.id);
      }
      return dropped;
    },
    takeHanded: () => handed.splice(0),
  };
}

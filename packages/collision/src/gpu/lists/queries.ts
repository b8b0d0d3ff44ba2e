import { BOX, CIRCLE, NONE } from '../../constants.ts';
import type { ExploreQueries } from '../../types.ts';
import type { Scene } from '../scene.ts';
import { QUERY_WORDS } from './seek.wgsl.ts';

/** Uploads the areas of `explore`. */
export interface QueryUpload {
  /** Writes the areas into a buffer, which holds them until the next call. */
  write(queries: ExploreQueries): GPUBuffer;
  readonly memoryBytes: number;
  destroy(): void;
}

export function createQueryUpload({ device, scratch }: Scene): QueryUpload {
  const buffer = scratch.buffer('collision queries');
  let words = new Uint32Array(0);
  let floats = new Float32Array(words.buffer);
  return {
    write({ count, x, y, z, radius, extentX, extentY, extentZ, shape, mask, self }) {
      if (words.length < count * QUERY_WORDS) {
        words = new Uint32Array(count * QUERY_WORDS);
        floats = new Float32Array(words.buffer);
      }
      for (let i = 0, at = 0; i < count; i++, at += QUERY_WORDS) {
        floats[at] = x[i];
        floats[at + 1] = y[i];
        floats[at + 2] = z?.[i] ?? 0;
        floats[at + 3] = radius?.[i] ?? 0;
        floats[at + 4] = extentX?.[i] ?? 0;
        floats[at + 5] = extentY?.[i] ?? 0;
        floats[at + 6] = extentZ?.[i] ?? 0;
        words[at + 7] = shape?.[i] ?? CIRCLE;
        words[at + 8] = mask?.[i] ?? 0xffffffff;
        words[at + 9] = self?.[i] ?? NONE;
      }
      const made = buffer.withRoom(Math.max(QUERY_WORDS, count * QUERY_WORDS));
      device.queue.writeBuffer(made, 0, words, 0, count * QUERY_WORDS);
      return made;
    },
    get memoryBytes() {
      return buffer.bytes;
    },
    destroy: () => buffer.destroy(),
  };
}

/** Is one of the areas not a circle? */
export function queriesHaveShapes({ count, shape }: ExploreQueries): boolean {
  if (!shape) return false;
  for (let i = 0; i < count; i++) if (shape[i] >= BOX) return true;
  return false;
}

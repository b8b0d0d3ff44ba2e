import { SHAPE_BYTES } from '../kernels.gen.ts';
import type { Arena } from '@wayfield/wasm';
import { SHAPE_WORDS } from '../bodies/store-columns.ts';
import { CIRCLE, LEAST_RADIUS, NONE } from '../constants.ts';
import type { ExploreQueries } from '../types.ts';

/** Where the kernels find queries: a shape record, a mask and a slot `self` for each. */
export interface Areas {
  readonly shapes: number;
  readonly masks: number;
  readonly selves: number;
}

/**
 * Copies queries into scratch memory, as records of assembly/shapes/layout-shape.ts. Radii are
 * raised to LEAST_RADIUS.
 */
export function packAreas(
  queries: ExploreQueries,
  arena: Arena,
  scratch: (bytes: number) => number,
): Areas {
  const { count, x, y, z, radius, extentX, extentY, extentZ, shape, mask, self } = queries;
  const shapes = scratch(SHAPE_BYTES * count);
  const masks = scratch(4 * count);
  const selves = scratch(4 * count);
  const floats = arena.floats();
  const words = arena.words();
  for (let i = 0, at = shapes / 4; i < count; i++, at += SHAPE_WORDS) {
    floats[at] = x[i];
    floats[at + 1] = y[i];
    floats[at + 2] = z?.[i] ?? 0;
    floats[at + 3] = Math.max(radius?.[i] ?? 0, LEAST_RADIUS);
    floats[at + 4] = extentX?.[i] ?? 0;
    floats[at + 5] = extentY?.[i] ?? 0;
    floats[at + 6] = extentZ?.[i] ?? 0;
    words[at + 7] = shape?.[i] ?? CIRCLE;
    words[masks / 4 + i] = mask?.[i] ?? 0xffffffff;
    words[selves / 4 + i] = self?.[i] ?? NONE;
  }
  return { shapes, masks, selves };
}

// Spare copies of arrays that are drawn. A solver that has a second copy of an array registers it.
// The surface that draws in a worker transfers this copy there, instead of making one.
import { breathe } from '../common/breathe.ts';

type Numbers = Uint8Array | Uint32Array | Float32Array;

const spares = new WeakMap<Numbers, { readonly version: number; readonly copy: Numbers }>();

/** Registers `copy`, which equals `array` at this version and which nobody needs. */
export function spare(array: Numbers, version: number, copy: Numbers): void {
  spares.set(array, { version, copy });
}

/** Entries that are copied in one task: some milliseconds. */
const AT_ONCE = 1 << 20;

/** Copies `from` into `to`; a large array in several tasks. */
export async function copyInTurns(to: Numbers, from: Numbers): Promise<void> {
  for (let at = 0; at < from.length; at += AT_ONCE) {
    if (at > 0) await breathe();
    to.set(from.subarray(at, at + AT_ONCE), at);
  }
}

/** The spare copy of `array`, which is then no longer registered; undefined without a spare. */
export function takeSpare(array: Numbers, version: number): Numbers | undefined {
  const found = spares.get(array);
  if (found?.version !== version) return undefined;
  spares.delete(array);
  return found.copy;
}

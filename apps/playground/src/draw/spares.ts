// Copies of what is drawn that nobody needs: a surface that draws elsewhere hands them over,
// instead of copies of its own.
import { breathe } from '../common/breathe.ts';

type Numbers = Uint8Array | Uint32Array | Float32Array;

const spares = new WeakMap<Numbers, { readonly version: number; readonly copy: Numbers }>();

/** `copy` is what `array` is at this version, and may be taken away. */
export function spare(array: Numbers, version: number, copy: Numbers): void {
  spares.set(array, { version, copy });
}

/** Entries that are copied at once: some milliseconds. */
const AT_ONCE = 1 << 20;

/** Copies `from` into `to`, in several tasks where there is much of it. */
export async function copyInTurns(to: Numbers, from: Numbers): Promise<void> {
  for (let at = 0; at < from.length; at += AT_ONCE) {
    if (at > 0) await breathe();
    to.set(from.subarray(at, at + AT_ONCE), at);
  }
}

/** The copy, once; undefined where there is none. */
export function takeSpare(array: Numbers, version: number): Numbers | undefined {
  const found = spares.get(array);
  if (found?.version !== version) return undefined;
  spares.delete(array);
  return found.copy;
}

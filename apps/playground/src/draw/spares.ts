// Copies of what is drawn that nobody needs: a surface that draws elsewhere hands them over, instead of copies of its own.

type Numbers = Uint8Array | Uint32Array | Float32Array;

const spares = new WeakMap<Numbers, { readonly version: number; readonly copy: Numbers }>();

/** `copy` is what `array` is at this version, and may be taken away. */
export function spare(array: Numbers, version: number, copy: Numbers): void {
  spares.set(array, { version, copy });
}

/** The copy, once; undefined where there is none. */
export function takeSpare(array: Numbers, version: number): Numbers | undefined {
  const found = spares.get(array);
  if (found?.version !== version) return undefined;
  spares.delete(array);
  return found.copy;
}

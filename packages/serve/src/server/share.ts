/**
 * A copy of plain data (objects, lists, typed arrays, texts, numbers) whose typed arrays lie in
 * `SharedArrayBuffer`s, so that worker threads get them without a copy. An array that lies in one
 * already is not copied.
 */
export function share<T>(value: T): T {
  return copy(value, new Map()) as T;
}

interface TypedArrayLike {
  readonly length: number;
  readonly byteLength: number;
  set(values: TypedArrayLike): void;
}

function copy(value: unknown, seen: Map<unknown, unknown>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const known = seen.get(value);
  if (known !== undefined) return known;
  const made = ArrayBuffer.isView(value)
    ? copyArray(value as unknown as TypedArrayLike)
    : Array.isArray(value)
      ? value.slice()
      : {};
  seen.set(value, made);
  if (ArrayBuffer.isView(value)) return made;
  // lists of texts and numbers, such as the names of roads, hold no typed arrays
  if (Array.isArray(value) && value.every((entry) => typeof entry !== 'object')) return made;
  for (const [key, part] of Object.entries(value)) {
    (made as Record<string, unknown>)[key] = copy(part, seen);
  }
  return made;
}

function copyArray(array: TypedArrayLike): TypedArrayLike {
  if ((array as unknown as Uint8Array).buffer instanceof SharedArrayBuffer) return array;
  const Kind = array.constructor as new (buffer: SharedArrayBuffer) => TypedArrayLike;
  const made = new Kind(new SharedArrayBuffer(array.byteLength));
  made.set(array);
  return made;
}

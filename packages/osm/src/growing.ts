// Typed arrays that grow, for lists whose length is known only at their end.
/** The typed arrays that lists here are made of. */
type Numbers = Int32Array | Uint32Array | Float64Array | Float32Array | Uint8Array;

/** A typed array with room to grow, doubled when full. */
export interface Growing<T extends Numbers> {
  readonly length: number;
  push(value: number): void;
  /** What was pushed, a view until the next push. */
  values(): T;
}

/** An empty list whose entries are of the class `type`. */
export function createGrowing<T extends Numbers>(type: new (length: number) => T): Growing<T> {
  let array = new type(256);
  let length = 0;
  return {
    get length() {
      return length;
    },
    push(value) {
      if (length === array.length) {
        const larger = new type(2 * length);
        larger.set(array);
        array = larger;
      }
      array[length++] = value;
    },
    values: () => array.subarray(0, length) as T,
  };
}

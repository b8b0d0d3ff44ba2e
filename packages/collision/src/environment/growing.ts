/** A column of numbers that is filled, read and emptied at each tick, and keeps its memory. */
export interface Growing<T extends Float32Array | Float64Array | Uint32Array | Uint8Array> {
  readonly length: number;
  /** The entries pushed since the last `clear`: a view. */
  view(): T;
  push(value: number): void;
  clear(): void;
}

type Columns = Float32Array | Float64Array | Uint32Array | Uint8Array;

export function createGrowing<T extends Columns>(type: new (length: number) => T): Growing<T> {
  let data = new type(64);
  let length = 0;
  return {
    get length() {
      return length;
    },
    view: () => data.subarray(0, length) as T,
    push(value) {
      if (length === data.length) {
        const larger = new type(2 * length);
        larger.set(data);
        data = larger;
      }
      data[length++] = value;
    },
    clear() {
      length = 0;
    },
  };
}

/**
 * A heap of (key, value) pairs in two typed arrays that grow, with `2 ** shift` children per node.
 * It is the queue of the plain JavaScript rivals: what a careful programmer writes without
 * WebAssembly.
 */
export class KeyedHeap {
  size = 0;
  private keys = new Float64Array(1024);
  private values = new Uint32Array(1024);
  private readonly shift: number;

  constructor(shift: number) {
    this.shift = shift;
  }

  /** Key of the smallest entry. Meaningless while `size` is 0. */
  get minKey(): number {
    return this.keys[0];
  }

  /** Bytes of its arrays. */
  get byteLength(): number {
    return this.keys.byteLength + this.values.byteLength;
  }

  push(key: number, value: number): void {
    if (this.size === this.keys.length) this.grow();
    const { keys, values, shift } = this;
    let i = this.size++;
    while (i > 0) {
      const parent = (i - 1) >> shift;
      if (keys[parent] <= key) break;
      keys[i] = keys[parent];
      values[i] = values[parent];
      i = parent;
    }
    keys[i] = key;
    values[i] = value;
  }

  /** Removes the entry of the smallest key and returns its value. `size` must be above 0. */
  pop(): number {
    const { keys, values, shift } = this;
    const top = values[0];
    const size = --this.size;
    const key = keys[size],
      value = values[size];
    let i = 0;
    for (;;) {
      const first = (i << shift) + 1;
      if (first >= size) break;
      let best = first;
      const end = Math.min(first + (1 << shift), size);
      for (let c = first + 1; c < end; c++) if (keys[c] < keys[best]) best = c;
      if (keys[best] >= key) break;
      keys[i] = keys[best];
      values[i] = values[best];
      i = best;
    }
    keys[i] = key;
    values[i] = value;
    return top;
  }

  clear(): void {
    this.size = 0;
  }

  private grow(): void {
    const keys = new Float64Array(this.keys.length * 2);
    keys.set(this.keys);
    this.keys = keys;
    const values = new Uint32Array(this.values.length * 2);
    values.set(this.values);
    this.values = values;
  }
}

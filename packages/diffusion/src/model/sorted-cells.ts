// Lists of cells in ascending order, each once, with a value each. They are typed arrays, because
// crowds that emit or modulate replace them every tick.

export interface SortedValues {
  /** Ascending, each once. */
  readonly cell: Uint32Array;
  /** One entry per cell. */
  readonly value: Float32Array;
}

/** Where a cell is in an ascending list; -1: nowhere. */
export function findSorted(list: Uint32Array, cell: number): number {
  let low = 0;
  let high = list.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    if (list[middle] === cell) return middle;
    if (list[middle] < cell) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/**
 * Both lists in one; `both` gives the value of a cell that is in both. Where one list is empty, the
 * answer is the other list itself.
 */
export function mergeSorted(
  a: SortedValues,
  b: SortedValues,
  both: (x: number, y: number) => number,
): SortedValues {
  if (a.cell.length === 0) return b;
  if (b.cell.length === 0) return a;
  const cell = new Uint32Array(a.cell.length + b.cell.length);
  const value = new Float32Array(cell.length);
  let count = 0;
  for (let i = 0, j = 0; i < a.cell.length || j < b.cell.length; count++) {
    const left = i < a.cell.length ? a.cell[i] : Infinity;
    const right = j < b.cell.length ? b.cell[j] : Infinity;
    cell[count] = Math.min(left, right);
    if (left < right) value[count] = a.value[i++];
    else if (left > right) value[count] = b.value[j++];
    else value[count] = both(a.value[i++], b.value[j++]);
  }
  return { cell: cell.slice(0, count), value: value.slice(0, count) };
}

/**
 * The cells of a list in ascending order, each once, of a map of `cellCount`. Lists of less than a
 * cell in 1,024 are sorted, others go through a bit per cell of the map; no measurement is
 * recorded.
 */
export function distinctCells(list: Uint32Array, cellCount: number): Uint32Array {
  if (list.length < cellCount >> 10) {
    const sorted = list.slice().sort();
    return sorted.filter((cell, i) => i === 0 || cell !== sorted[i - 1]);
  }
  const bits = new Uint32Array((cellCount + 31) >>> 5);
  for (const cell of list) bits[cell >>> 5] |= 1 << (cell & 31);
  const distinct = new Uint32Array(list.length);
  let count = 0;
  for (let w = 0; w < bits.length; w++) {
    for (let word = bits[w]; word !== 0; word &= word - 1) {
      distinct[count++] = (w << 5) + (31 - Math.clz32(word & -word));
    }
  }
  return distinct.slice(0, count);
}

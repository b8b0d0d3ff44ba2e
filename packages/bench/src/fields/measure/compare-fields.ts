/** The differences of two fields. */
export interface FieldDifference {
  /** Cells with different values; 0 equals -0, and NaN equals NaN. */
  readonly differing: number;
  /** The first such cell; -1 where there is none. */
  readonly first: number;
  /**
   * The largest difference relative to the larger of the two values. Infinity where a value that
   * differs is not finite.
   */
  readonly worst: number;
}

/** Fields, distances, labels. */
export type Cells = Float32Array | Float64Array | Uint32Array | Int32Array | Uint8Array;

/** Compares two fields cell by cell. Throws RangeError for fields of different sizes. */
export function compareFields(a: Cells, b: Cells): FieldDifference {
  if (a.length !== b.length) {
    throw new RangeError(`one field has ${a.length} cells, the other one ${b.length}`);
  }
  let differing = 0;
  let first = -1;
  let worst = 0;
  for (let v = 0; v < a.length; v++) {
    if (a[v] === b[v] || Object.is(a[v], b[v])) continue;
    if (differing++ === 0) first = v;
    const size = Math.abs(a[v] - b[v]) / Math.max(Math.abs(a[v]), Math.abs(b[v]));
    // NaN where a value is not finite
    worst = Number.isNaN(size) ? Infinity : Math.max(worst, size);
  }
  return { differing, first, worst };
}

/** `same`, or the number of cells that differ and the largest difference. */
export function describeDifference({ differing, first, worst }: FieldDifference): string {
  if (differing === 0) return 'same';
  return `${differing} cells differ, the first ${first}, by up to ${worst.toExponential(1)}`;
}

/** FNV-1a over the words of a field, as packages/acceptance/native/diffusion.cpp counts it. */
export function hashOfField(field: Float32Array): number {
  const words = new Uint32Array(field.buffer, field.byteOffset, field.length);
  let hash = 2166136261;
  for (let i = 0; i < words.length; i++) hash = Math.imul(hash ^ words[i], 16777619);
  return hash >>> 0;
}

// The arrays of the caller's trees. Arrays that this solver makes for one wave are rows of one
// large buffer: a copy of hundreds of megabytes out of mapped memory runs at twice the speed of
// copies of a megabyte each (9.6 against 4.8 GB/s beside an H200), because C libraries then bypass
// the cache.
import type { ReadPart } from '@wayfield/gpu-core';
import type { Tree } from '@wayfield/graph';

type Row = Float32Array | Uint32Array | Uint8Array;

export interface TreeRows {
  /**
   * A tree per source, in the arrays of `reuse` where they fit; without `parents` these are empty.
   */
  treesFor(sources: Uint32Array, parents: boolean, reuse: readonly (Tree | undefined)[]): Tree[];
  /** What a read-back gets that holds the rows of all distances, then of all parents. */
  readParts(trees: readonly Tree[], parents: boolean): ReadPart[];
  /** Ranks of `count` sources, in the arrays of `reuse` where they fit. */
  ranksFor(count: number, reuse: readonly (Uint8Array | undefined)[]): Uint8Array[];
  /** What a read-back gets that holds the rows of all ranks. */
  rankParts(ranks: readonly Uint8Array[]): ReadPart[];
}

/** @param stride words of a row, of which the first `nodes` are a tree's */
export function createTreeRows(nodes: number, stride: number): TreeRows {
  const row = 4 * stride;
  /** Buffers made here: a copy may write over the words between their rows. */
  const made = new WeakSet<ArrayBufferLike>();
  /** One part for rows that follow each other in a buffer made here. */
  function partsOf(rows: readonly Row[], bytesOfRow: number): ReadPart[] {
    const parts: ReadPart[] = [];
    for (let i = 0; i < rows.length;) {
      const { buffer, byteOffset, byteLength } = rows[i];
      let end = i + 1;
      while (
        rows[end]?.buffer === buffer &&
        rows[end].byteOffset === byteOffset + (end - i) * bytesOfRow &&
        made.has(buffer)
      ) {
        end++;
      }
      const bytes = (end - 1 - i) * bytesOfRow + byteLength;
      parts.push({ at: i * bytesOfRow, into: new Uint8Array(buffer, byteOffset, bytes) });
      i = end;
    }
    return parts;
  }

  const fits = (array: Row | undefined): boolean => array?.length === nodes;

  return {
    treesFor(sources, parents, reuse) {
      const count = sources.length;
      let missing = 0;
      for (let i = 0; i < count; i++) {
        if (!fits(reuse[i]?.dist)) missing++;
        if (parents && !fits(reuse[i]?.parent)) missing++;
      }
      const buffer = new ArrayBuffer(missing * row);
      made.add(buffer);
      let at = -row;
      const dist = Array.from(sources, (_, i) => {
        const known = reuse[i]?.dist;
        return known && fits(known) ? known : new Float32Array(buffer, (at += row), nodes);
      });
      const none = new Uint32Array(0);
      return Array.from(sources, (source, i) => {
        const known = reuse[i]?.parent;
        const fresh = (): Uint32Array => new Uint32Array(buffer, (at += row), nodes);
        const parent = !parents ? none : known && fits(known) ? known : fresh();
        return { source, dist: dist[i], parent };
      });
    },
    readParts(trees, parents) {
      const rows: Row[] = trees.map(({ dist }) => dist);
      if (parents) for (const { parent } of trees) rows.push(parent);
      return partsOf(rows, row);
    },
    ranksFor(count, reuse) {
      let missing = 0;
      for (let i = 0; i < count; i++) if (reuse[i]?.length !== nodes) missing++;
      const buffer = new ArrayBuffer(missing * stride);
      made.add(buffer);
      let at = -stride;
      return Array.from({ length: count }, (_, i) => {
        const known = reuse[i];
        return known?.length === nodes ? known : new Uint8Array(buffer, (at += stride), nodes);
      });
    },
    rankParts: (ranks) => partsOf(ranks, stride),
  };
}

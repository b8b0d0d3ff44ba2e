// The arrays of the caller's trees. Arrays that this solver makes for one wave are rows of one
// large buffer: a copy of hundreds of megabytes out of mapped memory runs at twice the speed of
// copies of a megabyte each (9.6 against 4.8 GB/s beside an H200), because C libraries then bypass
// the cache. tree-runs.ts asks for the arrays, result-reader.ts fills them.
import type { ReadPart } from '@wayfield/gpu-core';
import type { Finish } from './tree-wave.ts';

/** The kinds of rows of each finish, in their order in staging memory. */
const KINDS = {
  labels: ['dist'],
  parents: ['dist', 'parent'],
  ranks: ['rank'],
  'labels and ranks': ['dist', 'rank'],
} as const satisfies Readonly<Record<Finish, readonly Kind[]>>;

type Kind = 'dist' | 'parent' | 'rank';
type Row = Float32Array | Uint32Array | Uint8Array;

const BYTES = { dist: 4, parent: 4, rank: 1 } as const;
const ARRAYS = { dist: Float32Array, parent: Uint32Array, rank: Uint8Array } as const;

/** Bytes of a node's results. */
export const bytesOfNode = (finish: Finish): number =>
  KINDS[finish].reduce((sum, kind) => sum + BYTES[kind], 0);

/** The arrays of a wave: one per source of each kind that `finish` has, none of other kinds. */
export interface ResultRows {
  readonly count: number;
  readonly finish: Finish;
  readonly dist: readonly Float32Array[];
  readonly parent: readonly Uint32Array[];
  readonly rank: readonly Uint8Array[];
}

/** A tree of the caller, whose arrays are written again where they have an entry per node. */
export type OldRows = {
  readonly dist?: Float32Array | undefined;
  readonly parent?: Uint32Array | undefined;
  readonly rank?: Uint8Array | undefined;
};

export interface TreeRows {
  /** Arrays for `count` sources, those of `reuse` where they fit. */
  rowsFor(count: number, finish: Finish, reuse: readonly (OldRows | undefined)[]): ResultRows;
  /**
   * The parts of a read into the rows. The staging memory holds the rows of all sources kind by
   * kind, in the order of `KINDS`.
   */
  readParts(rows: ResultRows): ReadPart[];
}

/** @param stride entries from one row to the next, of which the first `nodes` are results */
export function createTreeRows(nodes: number, stride: number): TreeRows {
  /** Buffers made here: only in these may a copy overwrite the words between rows. */
  const made = new WeakSet<ArrayBufferLike>();
  const fits = (array: Row | undefined): array is Row => array?.length === nodes;

  /**
   * Rows share one part if they lie in one buffer made here, as far apart as in staging memory.
   */
  function partsOf(rows: readonly (readonly [at: number, row: Row])[]): ReadPart[] {
    const parts: ReadPart[] = [];
    for (let i = 0; i < rows.length;) {
      const [at, { buffer, byteOffset, byteLength }] = rows[i];
      let bytes = byteLength;
      for (i++; i < rows.length && made.has(buffer); i++) {
        const [next, row] = rows[i];
        if (row.buffer !== buffer || row.byteOffset - byteOffset !== next - at) break;
        bytes = next - at + row.byteLength;
      }
      parts.push({ at, into: new Uint8Array(buffer, byteOffset, bytes) });
    }
    return parts;
  }

  return {
    rowsFor(count, finish, reuse) {
      const kinds: readonly Kind[] = KINDS[finish];
      let missing = 0;
      for (const kind of kinds) {
        for (let i = 0; i < count; i++) if (!fits(reuse[i]?.[kind])) missing += BYTES[kind];
      }
      const buffer = new ArrayBuffer(missing * stride);
      made.add(buffer);
      let at = 0;
      const rowsOf = <K extends Kind>(kind: K): InstanceType<(typeof ARRAYS)[K]>[] => {
        if (!kinds.includes(kind)) return [];
        return Array.from({ length: count }, (_, i) => {
          const known = reuse[i]?.[kind];
          const begin = at;
          if (!fits(known)) at += BYTES[kind] * stride;
          return (fits(known) ? known : new ARRAYS[kind](buffer, begin, nodes)) as InstanceType<
            (typeof ARRAYS)[K]
          >;
        });
      };
      return {
        count,
        finish,
        dist: rowsOf('dist'),
        parent: rowsOf('parent'),
        rank: rowsOf('rank'),
      };
    },
    readParts(rows) {
      let at = 0;
      const placed: [number, Row][] = [];
      for (const kind of KINDS[rows.finish]) {
        for (const row of rows[kind]) {
          placed.push([at, row]);
          at += BYTES[kind] * stride;
        }
      }
      return partsOf(placed);
    },
  };
}

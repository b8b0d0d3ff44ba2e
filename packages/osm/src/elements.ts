// What the readers of XML and of PBF call: a `Pass`. Both make the same calls for the same content,
// so read-osm.ts does not know the format.
import type { Ids } from './ids.ts';

/** The tags of an element. */
export type Tags = ReadonlyMap<string, string>;

/** An element without tags. */
export const NO_TAGS: Tags = new Map();

/**
 * Most nodes or members of an element with its tags (XML), and most bytes of a list of ids (PBF);
 * more are damage. The map allows 2,000 nodes of a way and 32,000 members of a relation.
 */
export const MOST_REFS: number = 1 << 20;

/** A member of a relation. */
export interface Member {
  readonly type: 'node' | 'way' | 'relation';
  readonly ref: number;
  readonly role: string;
}

/**
 * What one run over the elements of a file wants: a reader calls the functions that are there.
 * Other elements are counted and skipped.
 */
export interface Pass {
  readonly ids: Ids;
  /** The number of a node that is wanted, -1 of any other; NaN ids are never wanted. */
  readonly findNode?: (id: number) => number;
  /**
   * A wanted node by its number; its place in units of 1e-7 degrees, NaN where the file says none.
   */
  readonly node?: (number: number, lonE7: number, latE7: number, tags: Tags) => void;
  /** A way without any of these keys is skipped before `wantsWay`. Absent: no way is skipped. */
  readonly wayKeys?: ReadonlySet<string> | undefined;
  /** Whether `way` is to be called for a way with these tags. */
  readonly wantsWay?: (tags: Tags) => boolean;
  /** A wanted way. The reader reuses `refs`, the ids of its nodes, after the call. */
  readonly way?: (id: number, refs: readonly number[], tags: Tags) => void;
  /** Whether `relation` is to be called for a relation with these tags. */
  readonly wantsRelation?: (tags: Tags) => boolean;
  readonly relation?: (id: number, members: readonly Member[], tags: Tags) => void;
  /** How many nodes the file has, if known: the reader may stop after the last one. */
  readonly lastNode?: number;
}

/** How many elements of each kind a run has read, without those that an editor has deleted. */
export interface ElementCounts {
  nodes: number;
  ways: number;
  relations: number;
}

/** Degrees as whole units of 1e-7 degrees, the precision of the map; NaN out of range. */
export function toE7(degrees: number, most: 90 | 180): number {
  return degrees >= -most && degrees <= most ? Math.round(degrees * 1e7) : NaN;
}

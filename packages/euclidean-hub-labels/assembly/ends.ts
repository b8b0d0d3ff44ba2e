// The ends of a group of queries: the triangles that hold them, and the lists of their cells, as
// lists.ts writes them.

import { reallocate } from '@wayfield/wasm/assembly/env';
import { get as at, set } from '@wayfield/wasm/assembly/words';
import { cellOfPoint, partOf } from './cells';
import { ENTRY_VIA, LIST_HEAD, LIST_UNIT, paddedHubs } from './lists';

/** u32 per cell: where its list ends in the words of all lists. */
let listEnds: usize = 0;
let lists: usize = 0;

/** One end and its list. */
// @ts-ignore: decorator
@unmanaged
export class End {
  x: f64;
  y: f64;
  /** The address of the list, 0 if the cell has none. */
  list: usize;
  // The addresses of its columns: see lists.ts.
  /** Of top hubs: bounds, first entries, entries. */
  bounds: usize;
  firsts: usize;
  entries: usize;
  /** The corners. */
  corners: usize;
  /** Of further hubs: ranks, bounds, first entries, entries. */
  ranks: usize;
  furtherBounds: usize;
  furtherFirsts: usize;
  furtherEntries: usize;
  /** The unit of lengths in the list. */
  unit: f64;
  /** The part of the cell in which the end lies, as a bit. */
  part: u32;
  /** How many top hubs and further hubs the list has. */
  top: u32;
  further: u32;
  /** What is known of corners: sights.ts. */
  sights: usize;
  /** The triangles that hold the end: `heldTriangle`. */
  triangles: u32;
  triangleCount: u32;
  /** The first entry of the hub with the least bound on the path. */
  first: usize;
}

export function endListsBind(ends: usize, words: usize): void {
  listEnds = ends;
  lists = words;
}

/** u32 each: the triangles that hold the ends of a group. */
let held: usize = 0;
let heldRoom: u32 = 0;
let heldCount: u32 = 0;

export function clearHeld(): void {
  heldCount = 0;
}
/** Keeps the triangles that hold an end. */
export function hold(end: End, list: usize, count: u32): void {
  if (heldCount + count > heldRoom) {
    heldRoom = 2 * (heldCount + count);
    held = reallocate(held, (<usize>heldCount) << 2, (<usize>heldRoom) << 2);
  }
  end.triangles = heldCount;
  end.triangleCount = count;
  for (let i: u32 = 0; i < count; i++) set(held, heldCount++, at(list, i));
}
/** A triangle that holds an end. */
export function heldTriangle(end: End, i: u32): u32 {
  return at(held, end.triangles + i);
}

export function newEnd(sights: usize): End {
  const made = changetype<End>(reallocate(0, 0, offsetof<End>()));
  made.sights = sights;
  return made;
}

/** The address of the list of the cell of a point. */
export function listAt(x: f64, y: f64): usize {
  const cell = cellOfPoint(x, y);
  return lists + ((<usize>(cell == 0 ? 0 : at(listEnds, cell - 1))) << 2);
}

/** Takes over the list of the cell of an end. */
export function readList(end: End): void {
  const x = end.x;
  const y = end.y;
  const cell = cellOfPoint(x, y);
  const first = cell == 0 ? 0 : at(listEnds, cell - 1);
  end.list = 0;
  if (first == at(listEnds, cell)) return;
  const list = lists + ((<usize>first) << 2);
  end.list = list;
  end.part = partOf(cell, x, y);
  end.top = at(list, 1);
  end.further = at(list, 2);
  end.unit = <f64>load<f32>(list + (LIST_UNIT << 2));
  end.bounds = list + ((<usize>LIST_HEAD) << 2);
  end.firsts = end.bounds + ((<usize>end.top) << 2);
  end.entries = end.firsts + ((<usize>end.top + 1) << 2);
  end.corners = end.entries + ((<usize>at(list, 3)) << 3);
  end.ranks = end.corners + ((<usize>at(list, 0)) << 3);
  end.furtherBounds = end.ranks + rankBytes(end.further);
  end.furtherFirsts = end.furtherBounds + ((<usize>end.further) << 2);
  end.furtherEntries = end.furtherFirsts + ((<usize>end.further + 1) << 2);
}

/** The first entry of a hub, given by its place among top hubs, then further hubs. */
export function firstOf(end: End, hub: u32): usize {
  if (hub < end.top) return end.entries + ((<usize>at(end.firsts, hub)) << 3);
  return end.furtherEntries + ((<usize>at(end.furtherFirsts, hub - end.top)) << 3);
}
/** Where the entries of a hub end. */
export function endOf(end: End, hub: u32): usize {
  if (hub < end.top) return end.entries + ((<usize>at(end.firsts, hub + 1)) << 3);
  return end.furtherEntries + ((<usize>at(end.furtherFirsts, hub - end.top + 1)) << 3);
}
/** The corner of an entry, by its place among the corners of the list. */
export function viaOf(entry: usize): u32 {
  return load<u16>(entry, ENTRY_VIA);
}

/** Bytes of the ranks of a list; the last group of four is filled up with NONE. */
export function rankBytes(hubs: u32): usize {
  return (<usize>paddedHubs(hubs)) << 2;
}
/** The number of a corner, by its place among those of the list. */
export function cornerOf(end: End, via: u32): u32 {
  return at(end.corners, 2 * via);
}
/** Whether all points of the part of the cell see a corner of the list. */
export function isSeenFromPart(end: End, via: u32): bool {
  return (at(end.corners, 2 * via + 1) & end.part) != 0;
}

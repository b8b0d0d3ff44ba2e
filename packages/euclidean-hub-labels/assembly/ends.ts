// The ends of the queries of a group: the triangles that hold each end, and where the columns of
// the list of its cell lie (list-form.ts). group.ts, join.ts and query.ts read lists by the
// functions of this file.

import { reallocate } from '@wayfield/wasm/assembly/env';
import { get as at, set } from '@wayfield/wasm/assembly/words';
import { cellOfPoint, partOf } from './cells';
import { ENTRY_VIA, LIST_HEAD, LIST_UNIT, paddedHubs } from './list-form';

/** u32 per cell: the word at which its list ends in the words of all lists. */
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
  // Addresses of the columns of the list: see the head of list-form.ts.
  /** Columns of top hubs: bounds, first entries, entries. */
  bounds: usize;
  firsts: usize;
  entries: usize;
  /** Via corners. */
  corners: usize;
  /** Columns of further hubs: ranks, bounds, first entries, entries. */
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
  /** The cache of via corners (sights.ts): all sources share one, all targets another. */
  sights: usize;
  /** The triangles that hold the end: where they begin in `held`, and their number. */
  triangles: u32;
  triangleCount: u32;
  /** Address in the list: the first entry of the hub with the query's least lower bound. */
  first: usize;
}

export function endListsBind(ends: usize, words: usize): void {
  listEnds = ends;
  lists = words;
}

/** The triangles that hold the ends of a group, u32 each, one end after another. */
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

/** The address at which the list of a point's cell begins, also where the list is empty. */
export function listAt(x: f64, y: f64): usize {
  const cell = cellOfPoint(x, y);
  return lists + ((<usize>(cell == 0 ? 0 : at(listEnds, cell - 1))) << 2);
}

/** Sets the addresses and numbers of the list of an end's cell. */
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

/** The first entry of a hub, given by its place in the list: top hubs first, then further hubs. */
export function firstOf(end: End, hub: u32): usize {
  if (hub < end.top) return end.entries + ((<usize>at(end.firsts, hub)) << 3);
  return end.furtherEntries + ((<usize>at(end.furtherFirsts, hub - end.top)) << 3);
}
/** The address behind the last entry of a hub, given as in `firstOf`. */
export function endOf(end: End, hub: u32): usize {
  if (hub < end.top) return end.entries + ((<usize>at(end.firsts, hub + 1)) << 3);
  return end.furtherEntries + ((<usize>at(end.furtherFirsts, hub - end.top + 1)) << 3);
}
/** The via corner of an entry, as its place among the via corners of the list. */
export function viaOf(entry: usize): u32 {
  return load<u16>(entry, ENTRY_VIA);
}

/** Bytes of the ranks of further hubs, with the NONE that fill the last group of four. */
export function rankBytes(hubs: u32): usize {
  return (<usize>paddedHubs(hubs)) << 2;
}
/** The number of a via corner, given by its place in the list. */
export function cornerOf(end: End, via: u32): u32 {
  return at(end.corners, 2 * via);
}
/** Whether all points of the part in which the end lies see a via corner. */
export function isSeenFromPart(end: End, via: u32): bool {
  return (at(end.corners, 2 * via + 1) & end.part) != 0;
}

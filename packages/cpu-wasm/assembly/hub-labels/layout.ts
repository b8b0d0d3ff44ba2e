// The record of hub labels. In this folder, "label" is a hub label: of a node, a list of hubs,
// ascending, with the distance to each of them (forward) or from each of them (backward). Every
// node is a hub, too, and the last one of its own labels. Hub 0 is the highest rank: the hub of
// rank r is nodeCount - 1 - r.

import { NONE } from '../status';

/**
 * Group of four entries of a label, 32 bytes: four u32 hubs, then from DISTS on the f32 distances
 * of the four. In the last group, behind the last entry, hubs are NONE and distances Infinity.
 * LAST_HUB is the offset of the fourth hub.
 */
export const GROUP: usize = 32;
export const DISTS: usize = 16;
export const LAST_HUB: usize = 12;
/** The shift that multiplies by GROUP. */
export const GROUP_SHIFT: usize = 5;

/** For the host: the bytes of a group, and how many entries it has. */
export const GROUP_BYTES: u32 = 32;
export const GROUP_ENTRIES: u32 = 4;

/** The next entry, both given by the address of their hub; its distance is DISTS bytes further. */
export function nextEntry(entry: usize): usize {
  const next = entry + 4;
  // groups begin at multiples of 16
  return next & 15 ? next : next + 16;
}

/** Whether an entry is padding, behind the last entry of its label. */
export function isPadding(entry: usize): bool {
  return load<u32>(entry) == NONE;
}

// The form of the list of a cell. lists.ts writes lists; ends.ts, join.ts and query.ts read them,
// and `isList` of src/labels/check.ts checks them. A list has hubs, and per hub the via corners:
// corners at which shortest paths from points of the cell to the hub may turn first (via labels of
// Du, Shen and Cheema 2023). Hubs of rank below `TOP` are top hubs, all others further hubs. A list
// fills whole cache lines and has, in words:
//
//   number of via corners, of top hubs, of further hubs, and of entries of top hubs
//   1 bit per block of the map: whether a further hub lies there
//   f32 unit of lengths, the longest length / 65,535; number of all entries; two words of 0
//   1 bit per top rank: whether the list has the hub
//   per top hub: f32 lower bound on the length to the hub from any point of the cell
//   per top hub: the place of its first entry in the next column; then the length of that column
//   per entry of a top hub: the number of the entry of labels; u16 length from the via corner to
//   the hub in units, rounded down; u16 place of the via corner among those of the list per via
//   corner: its number; u16 with a bit for each part of the cell that sees the corner from all its
//   points; a u16 of 0 per further hub: its rank, ascending; NONE fills the ranks up to a multiple
//   of four for further hubs as for top hubs: bounds, first entries, entries (same via corners)
//
// Two ends of a query that are far apart share top hubs only, so the words of top hubs come first.

/** Hubs of a rank below 512 are top hubs: their 512 bits fill a cache line. */
export const TOP: u32 = 512;
/** Words of a cache line. The words of a list are a multiple of this number. */
const LINE: u32 = 16;
// The words of a list at which parts of its head begin; LIST_HEAD is the size of the head.
export const LIST_BLOCKS: u32 = 4;
export const LIST_UNIT: u32 = 12;
export const LIST_ENTRIES: u32 = 13;
export const LIST_BITS: u32 = 16;
export const LIST_HEAD: u32 = 32;
/** Blocks of the map along an edge, and all of them. */
export const BLOCK_SIDE: u32 = 16;
export const BLOCKS: u32 = 256;

/** The number of ranks of further hubs, with the NONE that fill the last group of four. */
export function paddedHubs(hubs: u32): u32 {
  return (hubs + 3) & ~3;
}
/** The number of words of a list, rounded up to a whole cache line. */
export function wordsOf(usedCorners: u32, top: u32, further: u32, entryCount: u32): u32 {
  const hubWords = 2 * (top + further) + 2 + paddedHubs(further);
  return (LIST_HEAD + hubWords + 2 * (usedCorners + entryCount) + LINE - 1) & ~(LINE - 1);
}
/** Bytes from the start of an entry of a list to its length, and to the place of its via corner. */
export const ENTRY_LENGTH: usize = 4;
export const ENTRY_VIA: usize = 6;
/** The largest number of units of a length: lengths are u16. */
export const MOST_UNITS: f64 = 65_535;
/** The largest number of via corners of a list: their places are u16. */
export const MOST_CORNERS: u32 = 65_535;

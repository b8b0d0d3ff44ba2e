// The form of the list of a cell. lists.ts writes lists; ends.ts, join.ts and query.ts read them,
// and `isList` of src/labels/check.ts checks them. A list has hubs, and per hub the via corners:
// corners at which shortest paths from points of the cell to the hub may turn first (via labels of
// Du, Shen and Cheema 2023). Hubs of rank below `TOP` are top hubs, all others further hubs. A list
// fills whole cache lines and has, in words:
//
// Head, 32 words:
//   4 words: number of via corners, of top hubs, of further hubs, of entries of top hubs.
//   8 words: a bit per block of the map, set if a further hub of the list lies there.
//   4 words: f32 unit of lengths, the longest length / 65,535; number of all entries; 0; 0.
//   16 words: a bit per top rank, set if the list has that hub.
//
// Top hubs:
//   1 word per hub: f32 lower bound on the length from any point of the cell to the hub.
//   1 word per hub: index of the hub's first entry in the next column.
//   1 word: the number of entries of the next column.
//   2 words per entry: number of the entry of labels (entries.ts); u16 length from the via corner
//     to the hub, in units and rounded down; u16 index of the via corner among those listed below.
//
// Via corners, of top hubs and of further hubs:
//   2 words per corner: its number; u16 with a bit for each part of the cell that sees the corner
//     from all its points; u16 0.
//
// Further hubs:
//   1 word per hub: its rank. Ranks ascend, and NONE fills them up to a multiple of four.
//   Then bounds, first entries and entries, as for top hubs.
//
// Two ends of a query that are far apart share top hubs only, so the words of top hubs come first.

/** Hubs of a rank below 512 are top hubs: their 512 bits fill a cache line. */
export const TOP: u32 = 512;
/** Words of a cache line. The words of a list are a multiple of this number. */
const LINE: u32 = 16;
// The words at which fields of the head begin, as listed above. LIST_HEAD is the size of the head.
export const LIST_BLOCKS: u32 = 4;
export const LIST_UNIT: u32 = 12;
export const LIST_ENTRIES: u32 = 13;
export const LIST_BITS: u32 = 16;
export const LIST_HEAD: u32 = 32;
/** The number of blocks of the map along an edge, and the number of all blocks. */
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
/** Bytes from the start of an entry of a list to its length, and to the index of its via corner. */
export const ENTRY_LENGTH: usize = 4;
export const ENTRY_VIA: usize = 6;
/** The largest number of units of a length: lengths are u16. */
export const MOST_UNITS: f64 = 65_535;
/** The largest number of via corners of a list: their places are u16. */
export const MOST_CORNERS: u32 = 65_535;

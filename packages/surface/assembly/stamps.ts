// Stamps: per wall or polygon the number of the last search that listed it, so that an entry of
// several cells is taken once and nothing is cleared between searches. 0 stands for no search.

/** The stamp of the next search. After 2^32 - 1 searches all `room` stamps are cleared. */
export function nextStamp(stamp: u32, stamps: usize, room: u32): u32 {
  if (stamp != 0xffffffff) return stamp + 1;
  memory.fill(stamps, 0, (<usize>room) << 2);
  return 1;
}

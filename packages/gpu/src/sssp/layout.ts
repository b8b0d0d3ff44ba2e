// The state words of the tree solver, for host and kernels. The buffer `state` holds
//
//   words 0 to 23    three records of RECORD_WORDS words, one per dispatch in turn (below)
//   words 24 to 28   the words PENDING to STUCK
//   from word 32     SOURCE_WORDS_EACH sections of one word per source: its slot, then
//                      tiled      three places for its least key, in turn; the rest is unused
//                      frontier   four places for its least key, in turn; the last selection in
//                                 which it had nodes; the number of these selections
//
// Each dispatch reads the record of the dispatch before, writes its own and clears that of the
// next. Workgroups of one dispatch run in any order, so a word must not be read and written in the
// same dispatch; with two records a dispatch would have to clear the one that it reads. A record
// holds
//
//   NUMBER       number of the round (tiled) or of the phase (frontier)
//   SELECTIONS   frontier: selections so far
//   WAITING      tiles, or near nodes, that wait for the next dispatch
//   FAR          frontier: far nodes before this phase
//   FAR_ADDED    frontier: far nodes added in this phase

/** Words of a record. */
export const RECORD_WORDS = 8;
/** Words of a record: see above. */
export const NUMBER = 0;
export const SELECTIONS = 1;
export const WAITING = 2;
export const FAR = 3;
export const FAR_ADDED = 4;

/** 1 when a label from the window on waits for the next epoch. */
export const PENDING = 24;
/** Tiles relaxed so far, modulo 2^32. */
export const RELAXED = 25;
/** Nodes whose parent is still to be found. */
export const UNRESOLVED = 26;
/** Dispatches that had something to do. */
export const RAN = 27;
/** 1 when a loop was left by its bound: there is no result. */
export const STUCK = 28;
/** The words of the sources begin here, with their slots: SEEDS in kernels. */
export const SOURCE_WORDS = 32;
/** Words per source: see above. */
export const SOURCE_WORDS_EACH = 7;
/** The section of SOURCE_WORDS_EACH with the number of selections: all rules but 'tiled'. */
export const ITERATIONS = 6;

/** Words of `Params` in rounds.wgsl.ts, rounded up. */
export const PARAM_WORDS = 16;

/** Whether nothing waits after a dispatch. */
export function isFinished(state: Uint32Array, dispatch: number): boolean {
  const record = RECORD_WORDS * (dispatch % 3);
  return state[record + WAITING] === 0 && state[record + FAR] + state[record + FAR_ADDED] === 0;
}

// Settling until the front has arrived, without reading back: the device decides how many steps a
// dispatch does (`openDispatch`, which the step kernels call), from what the dispatch before it
// found. src/gpu/step/settle.ts submits the dispatches and reads the records. Per layer there are
// three records in turn, so that no workgroup reads what another workgroup of the same dispatch
// writes.
//
// The condition: every cell that a goal reaches has scent. Dispatch d finds the first step s of
// dispatch d - 1 after which the condition held. If s was the last step of d - 1, the layer is
// done. Else d does nothing (WAIT), because d would write over the field that d - 1 read, and d + 1
// redoes the first s steps from that field (FIX). So the field ends at the first step after which
// the condition holds.
//
// The same buffer holds the lists of tiles that one step kernel leaves to another: tilted -> blocks
// -> careful.
import { STALL_INTERVAL } from '../../constants.ts';

/** Words of a record, and of a layer: three records. */
export const RECORD_WORDS = 8;
export const CONTROL_WORDS: number = 3 * RECORD_WORDS;

/** Words of a record. */
export const RECORD = {
  /** One of `MODE`. */
  mode: 0,
  /** Steps done before the dispatch of this record; of a layer that has ended: all its steps. */
  base: 1,
  /** Steps of the dispatch; in mode `wait` the steps that the next dispatch redoes. */
  steps: 2,
  /** Bit s: after step s + 1 of the dispatch some cell that a goal reaches had no scent. */
  missing: 3,
  /** Parity of the last dispatch that did steps. */
  exec: 4,
  /**
   * Layer 0 only: the length of a list of tiles. Dispatches of even and odd phase count apart.
   *   record 0, 1   the list for careful, in even and odd phases (`carefulLeft`)
   *   record 2      the list for blocks, in even phases (`tiltedLeft`); in odd ones: `gathered`
   */
  left: 5,
  /**
   * Record 0: the largest change that `compare` has found so far, as bits of an f32.
   * Record 2 of layer 0: the length of the list for blocks, in odd phases (`tiltedLeft`).
   */
  gathered: 6,
  /** Record 0: the largest change of the last test, as bits of an f32. */
  change: 7,
} as const;
/** What a dispatch does with a layer: `wait` and `fix` are in the head of this file. */
export const MODE = { run: 0, wait: 1, fix: 2, done: 3, limit: 4, stalled: 5 } as const;

/** Where the record of a phase is and where the lists of tiles are; how a kernel adds to them. */
export const recordWgsl: string = /* wgsl */ `
const RUN = ${MODE.run}u;
const WAIT = ${MODE.wait}u;
const FIX = ${MODE.fix}u;
const DONE = ${MODE.done}u;
const LIMIT = ${MODE.limit}u;
const STALLED = ${MODE.stalled}u;
const STALL_INTERVAL = ${STALL_INTERVAL}u;

fn record(layer: u32, phase: u32) -> u32 {
  return ${CONTROL_WORDS}u * layer + ${RECORD_WORDS}u * (phase % 3u);
}

/** Bit s: after step s + 1 some cell that a goal reaches had no scent. */
fn reportMissing(layer: u32, bits: u32) {
  atomicOr(&control[record(layer, params.phase) + 3u], bits);
}

/** Leaves a tile to the careful kernel. */
fn leaveToCareful(tile: u32) {
  let i = atomicAdd(&control[carefulLeft(params.phase)], 1u);
  atomicStore(&control[${CONTROL_WORDS}u * params.layers + i], tile);
}

/**
 * How many tiles are left to the careful kernel. Dispatches of even and of odd phase count apart,
 * so that a dispatch can clear the count of the next one.
 */
fn carefulLeft(phase: u32) -> u32 { return record(0u, phase & 1u) + 5u; }

/** How many tiles the tilted kernel left to blocks. */
fn tiltedLeft(phase: u32) -> u32 { return record(0u, 2u) + 5u + (phase & 1u); }

/**
 * Where the list of the tiles left to blocks begins, and the slopes of all tiles. The list of the
 * careful kernel begins right behind the records.
 */
fn tiltedList() -> u32 {
  return (${CONTROL_WORDS}u + params.tilesX * params.tilesY) * params.layers;
}
fn slopeList() -> u32 { return tiltedList() + params.tilesX * params.tilesY * params.layers; }

/** Empties the lists that the next dispatch fills. */
fn clearLists() {
  atomicStore(&control[carefulLeft(params.phase + 1u)], 0u);
  atomicStore(&control[tiltedLeft(params.phase + 1u)], 0u);
}
`;

/** Words of the buffer: the records, two lists of tiles, and a word of slopes for each tile. */
export function controlLength(layers: number, tiles: number): number {
  return layers * (CONTROL_WORDS + 3 * tiles);
}

/**
 * Needs `STEPS` and `recordWgsl`. `stalls`: whether a front may stop before it has arrived
 * (precision 'f32').
 */
export const openDispatchWgsl = (stalls: boolean): string => /* wgsl */ `
/**
 * Steps of this dispatch, 0 for none. One workgroup per layer writes down what all of them decide.
 */
fn openDispatch(layer: u32, writes: bool) -> u32 {
  let p = record(layer, params.phase + 2u);
  var mode = atomicLoad(&control[p]);
  var base = atomicLoad(&control[p + 1u]);
  var steps = atomicLoad(&control[p + 2u]);
  let missing = atomicLoad(&control[p + 3u]);
  var exec = atomicLoad(&control[p + 4u]);
  if (mode == RUN) {
    // Bit s of 'held': no scent was missing after step s + 1. Before the first dispatch no steps
    // were done, and 'missing' tells whether scent is missing now.
    let held = ~missing & ((1u << steps) - 1u);
    let count = select(countTrailingZeros(held) + 1u, 0u, steps == 0u);
    if (select(held == 0u, missing != 0u, steps == 0u)) {
      base += steps;
      steps = min(STEPS, params.limit - base);
      ${
        stalls
          ? `// the last step before a test whether the field still changes has its own dispatch
      steps = min(steps, max(1u, STALL_INTERVAL - 1u - base % STALL_INTERVAL));`
          : ''
      }
      if (steps == 0u) { mode = LIMIT; }
    } else if (count == steps) {
      mode = DONE;
      base += steps;
    } else {
      mode = WAIT;
      steps = count;
    }
  } else if (mode == WAIT) {
    mode = FIX;
  } else if (mode == FIX) {
    mode = DONE;
    base += steps;
  }
  let works = mode == RUN || mode == FIX;
  if (works) { exec = params.phase & 1u; }
  if (writes) {
    let q = record(layer, params.phase);
    atomicStore(&control[q], mode);
    atomicStore(&control[q + 1u], base);
    atomicStore(&control[q + 2u], steps);
    atomicStore(&control[q + 4u], exec);
    atomicStore(&control[record(layer, params.phase + 1u) + 3u], 0u);
  }
  return select(0u, steps, works);
}
`;

/**
 * Dispatches that `STALL_INTERVAL` steps take, with at most `steps` in each. The last step, after
 * which the field is tested, has a dispatch of its own.
 */
export function stallDispatches(steps: number): number {
  return Math.ceil((STALL_INTERVAL - 1) / steps) + 1;
}

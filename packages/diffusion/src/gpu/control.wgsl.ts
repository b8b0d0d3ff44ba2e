// Settling by front without read-back: how many steps a dispatch does is decided on the device, from
// what the dispatch before it found. Per layer there are three records in turn, so that no workgroup reads
// what another one of the same dispatch writes. A dispatch that finds that the condition held after
// some of the steps of the one before, not the last, does nothing; the one after it reads the same
// field as that one did, and redoes just those steps. So the field ends at the very step, and its
// number is exact.

import { STALL_INTERVAL } from '../constants.ts';

/** Words of a record, and of a layer: three records. */
export const RECORD_WORDS = 8;
export const CONTROL_WORDS: number = 3 * RECORD_WORDS;

/**
 * Words of a record. `exec`: parity of the last dispatch that did steps; `spoiled`, of layer 0 only: how
 * many tiles are left to the careful kernel. Their list is behind the records, a word per tile.
 */
export const RECORD = { mode: 0, base: 1, steps: 2, missing: 3, exec: 4, spoiled: 5 } as const;
export const MODE = { run: 0, wait: 1, fix: 2, done: 3, limit: 4, stalled: 5 } as const;

/** Where the record of a phase is. */
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
fn spoil(tile: u32) {
  let i = atomicAdd(&control[spoiledCount(params.phase)], 1u);
  atomicStore(&control[${CONTROL_WORDS}u * params.layers + i], tile);
}

/** Dispatches of even and of odd phase count apart, so that one can clear for the next. */
fn spoiledCount(phase: u32) -> u32 { return record(0u, phase & 1u) + 5u; }

/** The same for tiles that strips leave to blocks. */
fn stripsLeft(phase: u32) -> u32 { return record(0u, 2u) + 5u + (phase & 1u); }

/** Where their list is, and that of the slopes of tiles. */
fn stripList() -> u32 { return (${CONTROL_WORDS}u + params.tilesX * params.tilesY) * params.layers; }
fn tiltList() -> u32 { return stripList() + params.tilesX * params.tilesY * params.layers; }

fn clearSpoiled() {
  atomicStore(&control[spoiledCount(params.phase + 1u)], 0u);
  atomicStore(&control[stripsLeft(params.phase + 1u)], 0u);
}
`;

/** Words of the buffer: the records, two lists of tiles and a word for each tile. */
export function controlLength(layers: number, tiles: number): number {
  return layers * (CONTROL_WORDS + 3 * tiles);
}

/** Needs STEPS. `stalls`: whether a field may come to stand still before its front has arrived. */
export const openDispatchWgsl = (stalls: boolean): string => /* wgsl */ `
/** Steps of this dispatch, 0 for none. One workgroup per layer writes down what all of them decide. */
fn openDispatch(layer: u32, writes: bool) -> u32 {
  let p = record(layer, params.phase + 2u);
  var mode = atomicLoad(&control[p]);
  var base = atomicLoad(&control[p + 1u]);
  var steps = atomicLoad(&control[p + 2u]);
  let missing = atomicLoad(&control[p + 3u]);
  var exec = atomicLoad(&control[p + 4u]);
  if (mode == RUN) {
    // bit s: nothing was missing after step s + 1; no steps were done before the first dispatch
    let held = ~missing & ((1u << steps) - 1u);
    let count = select(countTrailingZeros(held) + 1u, 0u, steps == 0u);
    if (select(held == 0u, missing != 0u, steps == 0u)) {
      base += steps;
      steps = min(STEPS, params.limit - base);
      ${
        stalls
          ? `// the last step before a look at whether the field still changes is alone in its dispatch
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

/** Dispatches between two looks at whether the field still changes, and steps. */
export function stallDispatches(steps: number): number {
  return Math.ceil((STALL_INTERVAL - 1) / steps) + 1;
}

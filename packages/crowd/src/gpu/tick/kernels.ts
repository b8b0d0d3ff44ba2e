// The kernels of a tick on the GPU, their order, and the buffers that each is bound to. ticks.ts
// records them.
import type { Kernel, Resources } from '@wayfield/gpu-core';
import { beginWgsl, countWgsl, scatterWgsl } from '../grid/sort.wgsl.ts';
import { nearWgsl } from '../near/near.wgsl.ts';
import type { CrowdBuffers } from '../state/buffers.ts';
import { clipAgentsWgsl, moveWgsl } from './move.wgsl.ts';
import { WALL_LIMIT } from '../../kernels.gen.ts';
import { DOUBLE, type Numbers, PLAIN, steerAgainWgsl, steerWgsl } from './steer.wgsl.ts';

/** The buffers of a tick: `CrowdBuffers` stay until `destroy`, `near` and `walls` are replaced. */
export interface TickBuffers extends CrowdBuffers {
  /** Lists of neighbours; then the velocity and nearest wall of each agent, written by `steer`. */
  readonly near: GPUBuffer;
  readonly walls: GPUBuffer;
}

/** One dispatch of a tick. */
export interface Dispatch {
  readonly kernel: Kernel;
  /** Buffers by binding number; 0 is the uniform. */
  readonly bound: Resources;
  /** Items per workgroup; may exceed its invocations, because kernels loop. */
  readonly size: number;
  /** Workgroups, at most; kernels loop over the other items. */
  readonly limit: number;
}

/** Items per workgroup: of `begin`, `count`, `scatter`; of all other kernels but `steerAgain`. */
const SORT = 256;
const STEER = 64;
/** Workgroups of a dispatch, at most: what every device of WebGPU allows. */
const MOST_WORKGROUPS = 65_535;
/** Workgroups of `clipAgents`, at most: the host does not know how short the list of agents is. */
const CLIPPERS = 1056;
/**
 * Invocations of a workgroup of `steerAgain`, and slots per workgroup. On an H200, 100,000 agents,
 * a tenth of them in doubt, then take 188 µs, and 213 µs with twice as many workgroups: each
 * invocation starts by setting its 2 kB of half-planes to 0.
 */
const AGAIN = 32;
const AGAIN_SLOTS = 128;
/** Walls that `steer` has room for before it leaves an agent to `steerAgain`. */
const FEW_WALLS = 6;
/** Lengths of lists of neighbours for which there are kernels. */
const LENGTHS = [4, 6, 8, 10, 12, 16, 24, 32];

/** The shortest list of neighbours with room for `most`. */
export function lengthFor(most: number): number {
  return LENGTHS.find((length) => length >= most) ?? LENGTHS[LENGTHS.length - 1];
}

/**
 * The kernels of a tick, in order, for lists of `most` neighbours. The scan follows `count`.
 * Programs are solved in f32, and those in doubt again in pairs of f32; or all in `only`, for
 * measurements.
 *
 * @param fused whether `fma` of the device rounds once
 */
export function kernelsFor(
  most: number,
  only: Numbers | undefined,
  fused: boolean,
): readonly Kernel[] {
  const mixed = !only;
  const numbers = only ?? PLAIN;
  const first = { neighbours: most, walls: mixed ? FEW_WALLS : WALL_LIMIT, numbers, fused };
  const again = { neighbours: most, walls: WALL_LIMIT, numbers: DOUBLE, fused };
  const texts: readonly (readonly [string, string])[] = [
    ['begin', beginWgsl],
    ['count', countWgsl],
    ['scatter', scatterWgsl],
    ['findNear', nearWgsl(most)],
    ['steer', steerWgsl(first, mixed)],
    ...(mixed ? ([['steerAgain', steerAgainWgsl(again)]] as const) : []),
    ['moveAgents', moveWgsl],
    ['clipAgents', clipAgentsWgsl],
  ];
  return texts.map(([entry, code]) => {
    const kernel = { label: `crowd: ${entry}`, code, entry };
    return entry === 'steerAgain' ? { ...kernel, constants: { WG: AGAIN } } : kernel;
  });
}

/** The dispatches of kernels. */
export function dispatchesOf(
  kernels: readonly Kernel[],
  buffers: TickBuffers,
): readonly Dispatch[] {
  const { position, motion, preferred, traits, rest, rank, near, walls } = buffers;
  const { places, cells, plan } = buffers;
  // agents steer after the last read of `cells`, so the buffer serves for places in doubt
  const steered = {
    1: near,
    2: cells,
    3: places,
    4: traits,
    5: preferred,
    6: walls,
    7: rest,
    8: rank,
  };
  const moved = { 1: rank, 2: near, 3: places, 4: traits, 5: position, 7: motion, 8: cells };
  const bound: Readonly<Record<string, Resources>> = {
    begin: { 1: plan, 2: cells, 3: rank },
    count: { 1: plan, 2: cells, 3: position, 4: rest, 5: rank },
    scatter: {
      1: plan,
      2: cells,
      3: position,
      4: rest,
      5: rank,
      6: motion,
      7: traits,
      8: places,
    },
    findNear: { 1: plan, 2: cells, 3: places, 4: traits, 5: near, 6: rank },
    steer: steered,
    steerAgain: steered,
    moveAgents: moved,
    clipAgents: { ...moved, 6: walls },
  };
  return kernels.map((kernel) => {
    const { entry } = kernel;
    const sorts = entry === 'begin' || entry === 'count' || entry === 'scatter';
    const size = entry === 'steerAgain' ? AGAIN_SLOTS : sorts ? SORT : STEER;
    const limit = entry === 'clipAgents' ? CLIPPERS : MOST_WORKGROUPS;
    return { kernel, bound: bound[entry], size, limit };
  });
}

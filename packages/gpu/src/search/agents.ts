// Agents on the GPU: copies of the paths of a wave, which outlive the wave and the solver.
// solver.ts makes them after `hold` of wave.ts.
import { encodeSteps, guarded, step, storageBuffer, type Target } from '@wayfield/gpu-core';
import { COPY_DST, makeGuarded, UNIFORM } from '@wayfield/gpu-core/internal';
import type { Queries } from '@wayfield/graph';
import { ADVANCE_WGSL } from './agents.wgsl.ts';
import type { HeldPaths } from './wave.ts';

/** Agents that advance along their paths on the GPU. */
export interface GpuAgents {
  readonly count: number;
  /** count entries: the status of each query, as in `Routes`. */
  readonly status: Uint8Array;
  /**
   * Steps after which every agent that was not held is at the end of its path: nodes of the longest
   * path, less one.
   */
  readonly steps: number;
  /** count words: the node where each agent is. Those without a path stay at their source. */
  readonly position: GPUBuffer;
  /** count words: the steps that each agent has taken. */
  readonly done: GPUBuffer;
  /** count + 1 words, as in `Routes`. */
  readonly firstNode: GPUBuffer;
  /** The nodes of all paths, as in `Routes`. */
  readonly node: GPUBuffer;
  readonly memoryBytes: number;
  /** Records one step of all agents. Submits nothing and reads nothing back. */
  encode(target: Target): void;
  /** Frees the buffers. */
  destroy(): void;
}

/** Options of `agents` of a GPU solver. */
export interface GpuAgentsOptions {
  /**
   * At least count words: agents whose word is not 0 when a step runs stay where they are. The
   * buffer is the caller's.
   */
  readonly hold?: GPUBuffer;
  /** Looked at between dispatches: an aborted search rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** @throws RangeError where `hold` has fewer words than there are agents. */
export function checkHold(hold: GPUBuffer | undefined, count: number): void {
  if (!hold || hold.size >= 4 * count) return;
  throw new RangeError(`hold has ${hold.size} bytes, ${count} agents need ${4 * count}`);
}

/** Agents at the sources of `queries`, with copies of the paths that a wave holds. */
export async function createAgents(
  device: GPUDevice,
  { source }: Queries,
  paths: HeldPaths,
  { hold }: GpuAgentsOptions,
): Promise<GpuAgents> {
  const { count, total, status, longest } = paths;
  const { params, ...buffers } = await makeGuarded(device, 'agents', (keep) => {
    const storage = (name: string, words: number): GPUBuffer =>
      keep(storageBuffer(device, `agents: ${name}`, words));
    return {
      position: storage('position', count),
      done: storage('done', count),
      firstNode: storage('firstNode', count + 1),
      node: storage('node', total),
      params: keep(device.createBuffer({ label: 'agents', size: 16, usage: UNIFORM | COPY_DST })),
    };
  });
  const { position, done, firstNode, node } = buffers;
  const destroy = (): void => {
    for (const buffer of Object.values(buffers)) buffer.destroy();
    params.destroy();
  };
  const resources = {
    0: params,
    1: firstNode,
    2: node,
    3: done,
    4: position,
    // without `hold` the kernel does not read binding 5, which must hold some buffer
    5: hold ?? firstNode,
  };
  const kernel = { label: 'agents: advance', code: ADVANCE_WGSL, entry: 'advance' };
  try {
    const advance = await guarded(device, 'agents', () => {
      device.queue.writeBuffer(params, 0, Uint32Array.of(count, hold ? 1 : 0));
      device.queue.writeBuffer(position, 0, source.slice());
      const encoder = device.createCommandEncoder({ label: 'agents' });
      encoder.copyBufferToBuffer(paths.firstNode, 0, firstNode, 0, (count + 1) * 4);
      if (total > 0) encoder.copyBufferToBuffer(paths.node, 0, node, 0, total * 4);
      device.queue.submit([encoder.finish()]);
      return step(device, kernel, resources, Math.min(4096, Math.ceil((count + 1) / 256)));
    });
    return {
      ...buffers,
      count,
      status,
      steps: Math.max(0, longest - 1),
      memoryBytes: Object.values(buffers).reduce((sum, { size }) => sum + size, params.size),
      encode: (target) => encodeSteps(target, 'agents: advance', [advance]),
      destroy,
    };
  } catch (error) {
    destroy();
    throw error;
  }
}

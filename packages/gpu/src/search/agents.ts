import type { Queries } from '@wayfield/graph';
import { COPY_DST, UNIFORM } from '../buffer-usage.ts';
import { allocate } from '../buffers.ts';
import { guarded } from '../guard.ts';
import { encodeSteps, step, type Target } from '../pipeline.ts';
import { ADVANCE_WGSL } from './agents.wgsl.ts';
import type { HeldPaths } from './wave.ts';

/** Agents that walk along their paths without leaving the GPU. */
export interface GpuAgents {
  readonly count: number;
  /** count entries: what became of each query, as in `Routes`. */
  readonly status: Uint8Array;
  /** After so many steps all agents that have a path are at its end: nodes of the longest one, less one. */
  readonly steps: number;
  /** count words: the node where each agent is. Those without a path stay at their source. */
  readonly position: GPUBuffer;
  /** count words: how many nodes of its path each agent has behind it. */
  readonly done: GPUBuffer;
  /** count + 1 words and as many as firstNode[count]: the paths, as in `Routes`. */
  readonly firstNode: GPUBuffer;
  readonly node: GPUBuffer;
  readonly memoryBytes: number;
  /** Records one step of all agents. Submits nothing and reads nothing back. */
  encode(target: Target): void;
  destroy(): void;
}

export interface GpuAgentsOptions {
  /** count words: agents whose word is not 0 when a step runs stay where they are. */
  readonly hold?: GPUBuffer;
  readonly signal?: AbortSignal;
}

/** Agents at the sources of `queries`, on copies of the paths that a wave holds. */
export async function createAgents(
  device: GPUDevice,
  { source }: Queries,
  paths: HeldPaths,
  { hold }: GpuAgentsOptions,
): Promise<GpuAgents> {
  const { count, total, status, longest } = paths;
  const buffers = await allocate(device, 'agents', {
    position: count,
    done: count,
    firstNode: count + 1,
    node: total,
  });
  const { position, done, firstNode, node } = buffers;
  const params = device.createBuffer({ label: 'agents', size: 16, usage: UNIFORM | COPY_DST });
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

import type { Routes } from '@wayfield/graph';
import type { Answer } from './solver.ts';

/** Collects answers one by one into `Routes`. */
export interface RoutesBuilder {
  add(answer: Answer): void;
  /** The routes of the answers so far, copied; `settled` only if every answer has it. */
  routes(): Routes;
}

/** A builder without answers, whose arrays grow. */
export function createRoutesBuilder(): RoutesBuilder {
  const status: number[] = [];
  const cost: number[] = [];
  const settled: number[] = [];
  const firstNode: number[] = [0];
  let node = new Uint32Array(4096);
  let length = 0;
  return {
    add(answer) {
      const { path } = answer;
      if (length + path.length > node.length) {
        const larger = new Uint32Array(Math.max(node.length * 2, length + path.length));
        larger.set(node);
        node = larger;
      }
      node.set(path, length);
      length += path.length;
      firstNode.push(length);
      status.push(answer.status);
      cost.push(answer.cost);
      if (answer.settled !== undefined) settled.push(answer.settled);
    },
    routes: () => ({
      count: status.length,
      status: Uint8Array.from(status),
      cost: Float32Array.from(cost),
      firstNode: Uint32Array.from(firstNode),
      node: node.slice(0, length),
      ...(settled.length === status.length && { settled: Uint32Array.from(settled) }),
    }),
  };
}

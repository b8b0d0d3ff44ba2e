import { createArena, createBlocks, createMemory } from '@wayfield/wasm';
import type { KernelReply, KernelStart } from '@wayfield/wasm';
// kernels that add; those of a package are made by scripts/build-kernels.mjs
interface Kernels {
  add(a: number, b: number): number;
}
const KERNELS_BASE64 = 'AGFzbQEAAAABBwFgAn9/AX8DAgEABwcBA2FkZAAACgkBBwAgACABags=';
const arena = createArena(createMemory(false));
const blocks = createBlocks(arena);
// threads that answer; those of a package are bundled by scripts/build-workers.mjs
const WORKER_SOURCE = `const { parentPort } = require('node:worker_threads');
parentPort.on('message', ({ n = 0 }) =>
  parentPort.postMessage({ type: 'done', n: n + 1, held: 0, ms: 0 }));`;
interface Work {
  readonly type: 'work';
  readonly n: number;
}
interface Start extends KernelStart {
  readonly layout: { readonly n: number };
}
const layout = { n: 0 };
const control = new Int32Array(new SharedArrayBuffer(4));
const options = { threads: 2, worker: undefined };
interface Pool {
  readonly threads: number;
  readonly fallback?: string;
}
const poolOn = ({ threads }: { readonly threads: number }): Pool => ({ threads });
const slicedPool = (fallback: string): Pool => ({ threads: 1, fallback });

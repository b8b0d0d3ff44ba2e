import { sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createArena, createDestroyGuard, createMemory, openKernels } from '../src/index.ts';

/** The binary of a module that exports nothing. */
const EMPTY = 'AGFzbQEAAAA=';

const hosts = suite('openKernels');

hosts('puts arrays of all types, and parts of buffers, into blocks of its own', () => {
  const { arena, blocks, put } = openKernels(EMPTY);
  const part = new Float64Array([1, 2, 3, 4]).subarray(1, 3);
  const address = put(part);
  sameArray(new Float64Array(arena.memory.buffer, address, 2), part);
  const byte = put(Uint8Array.of(7));
  assert.is(arena.bytes()[byte], 7);
  assert.is(blocks.held(), 17);
  blocks.freeAll();
  assert.is(blocks.held(), 0);
});

hosts(
  'puts views of its own memory, though it grows, and takes no block for a detached one',
  () => {
    const { arena, blocks, put } = openKernels(EMPTY);
    const first = put(Float64Array.from({ length: 5000 }, (_, i) => i));
    const view = new Float64Array(arena.memory.buffer, first, 5000);
    const second = put(view);
    assert.is(view.length, 0);
    const copy = new Float64Array(arena.memory.buffer, second, 5000);
    assert.equal([copy[0], copy[1], copy[4999]], [0, 1, 4999]);
    assert.throws(() => put(view), /detached/);
    assert.is(blocks.held(), 80_000);
  },
);

hosts('opens instances with blocks of their own on one arena', () => {
  const first = openKernels(EMPTY);
  const second = openKernels(first.module, { arena: first.arena });
  second.put(Uint32Array.of(5));
  assert.is(second.arena, first.arena);
  assert.is(second.blocks.held(), 4);
  assert.is(first.blocks.held(), 0);
});

hosts('shares memory on demand, and refuses to share that of an arena', () => {
  const { memory } = openKernels(EMPTY, { shared: true }).arena;
  assert.ok(memory.buffer instanceof SharedArrayBuffer);
  const arena = createArena(createMemory(false));
  assert.throws(() => openKernels(EMPTY, { arena, shared: true }), /place\.shared/);
});
hosts.run();

const guards = suite('createDestroyGuard');

guards('lets calls pass until the end, which it tells once', () => {
  const { check, end } = createDestroyGuard('solver');
  check();
  assert.is(end(), true);
  assert.is(end(), false);
  assert.throws(check, /the solver was destroyed/);
});
guards.run();

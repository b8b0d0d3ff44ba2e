import { refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createArena, createBlocks, createMemory, createTurns } from '../src/index.ts';

const arenas = suite('createArena');

arenas('gives zeroed blocks at multiples of 16, and used ones again', () => {
  const arena = createArena(createMemory(false));
  const a = arena.allocate(20);
  const b = arena.allocate(100_000);
  assert.is(a % 16, 0);
  assert.ok(b >= a + 32);
  arena.bytes().fill(9, a, a + 32);
  arena.free(a, 20);
  assert.is(arena.allocate(30), a);
  sameArray(arena.bytes().slice(a, a + 32), new Uint8Array(32));
});

arenas('of two threads over one memory never give the same block', () => {
  const memory = createMemory(true);
  const [one, two] = [createArena(memory), createArena(memory)];
  const at = [one, two, one, two].map((arena) => arena.allocate(64));
  assert.is(new Set(at).size, 4);
});

arenas('say how much was asked for when memory ends', () => {
  const arena = createArena(new WebAssembly.Memory({ initial: 1, maximum: 2 }));
  const used = 'out of memory: 200000 bytes more than the 1024 in use; ';
  const refused = `${used}the memory of 65536 bytes cannot grow by 196608`;
  refuses(() => arena.allocate(200_000), RangeError, refused);
  refuses(
    () => arena.allocate(2 ** 32),
    RangeError,
    /more than the 1024 in use; WebAssembly memory ends at 4 GiB = 4294967296 bytes$/,
  );
  assert.is(arena.allocate(16), 1024);
});

/**
 * Another thread grows the memory by `pages` after this look at it, or finds that it cannot grow.
 */
function growsAt(look: number, memory: WebAssembly.Memory, pages: number): void {
  const read = Object.getOwnPropertyDescriptor(WebAssembly.Memory.prototype, 'buffer')!.get!;
  let looks = 0;
  Object.defineProperty(memory, 'buffer', {
    get() {
      const seen = read.call(memory);
      if (++looks !== look) return seen;
      try {
        memory.grow(pages);
      } catch {
        // at its maximum
      }
      return seen;
    },
  });
}

arenas('allocates while another thread grows the memory', () => {
  for (let look = 1; look <= 5; look++) {
    const memory = createMemory(true);
    const arena = createArena(memory);
    growsAt(look, memory, 4);
    assert.is(arena.allocate(100_000), 1024, `look ${look}`);
  }
});

arenas('allocates while another thread grows the memory up to its maximum', () => {
  // 3 pages are needed; the other thread makes room for some of them, or for all
  for (const pages of [1, 2, 3]) {
    for (let look = 1; look <= 5; look++) {
      const memory = new WebAssembly.Memory({ initial: 1, maximum: 4, shared: true });
      const arena = createArena(memory);
      growsAt(look, memory, pages);
      assert.is(arena.allocate(200_000), 1024, `${pages} pages, look ${look}`);
      refuses(() => arena.allocate(100_000), RangeError, /^out of memory: 100000 bytes more/);
    }
  }
});

arenas('takes over what another arena with the same ledger held, and nothing else', () => {
  const memory = createMemory(true);
  const main = createArena(memory);
  const ledger = main.allocate(16);
  const first = createArena(memory, ledger);
  const held = [64, 640, 64, 100_000].map((bytes) => first.allocate(bytes));
  first.free(held[0], 64);
  first.bytes().fill(7, held[3], held[3] + 100_000);
  const end = main.allocate(16);
  // the thread of `first` is gone
  const second = createArena(memory, ledger);
  const again = [64, 640, 64, 100_000].map((bytes) => second.allocate(bytes));
  assert.equal(again.sort(), held.sort());
  assert.ok(again.every((address) => address % 16 === 0));
  assert.ok(
    second
      .bytes()
      .subarray(held[3], held[3] + 100_000)
      .every((byte) => byte === 0),
  );
  assert.ok(second.allocate(64) > end);
  assert.ok(createArena(memory, ledger + 4).allocate(64) > end);
});
arenas.run();

const owned = suite('createBlocks');

owned('counts, moves and frees', () => {
  const arena = createArena(createMemory(false));
  const blocks = createBlocks(arena);
  const a = blocks.allocate(16);
  arena.words()[a / 4] = 5;
  const b = blocks.reallocate(a, 16, 32);
  assert.is(arena.words()[b / 4], 5);
  assert.is(blocks.held(), 32);
  blocks.freeAll();
  assert.is(blocks.held(), 0);
  assert.is(blocks.allocate(16), a);
});

owned('frees a block that is moved to 0 bytes', () => {
  const arena = createArena(createMemory(false));
  const blocks = createBlocks(arena);
  const a = blocks.allocate(4000);
  const next = arena.allocate(16);
  arena.free(next, 16);
  assert.is(blocks.reallocate(a, 0, 0), 0);
  assert.is(blocks.held(), 0);
  assert.is(arena.allocate(16), next);
  assert.is(blocks.allocate(4000), a);
  // without a block there is none to free
  assert.ok(blocks.reallocate(0, 0, 0) > 0);
});

owned('moves a block to a smaller place without writing beyond it', () => {
  const arena = createArena(createMemory(false));
  const own = createBlocks(arena);
  const [first, second, third] = [own.allocate(16), own.allocate(16), own.allocate(64)];
  arena.words().fill(7, third / 4, third / 4 + 16);
  arena.words()[second / 4] = 5;
  own.free(first);
  assert.is(own.reallocate(third, 64, 16), first);
  assert.is(arena.words()[first / 4 + 3], 7);
  assert.is(arena.words()[second / 4], 5);
});

owned('takes sizes as kernels give them, and keeps a block that cannot be moved', () => {
  const arena = createArena(new WebAssembly.Memory({ initial: 1, maximum: 2 }));
  const blocks = createBlocks(arena);
  const a = blocks.allocate(16);
  arena.words()[a / 4] = 5;
  refuses(() => blocks.reallocate(a, 16, 0xf0000000 | 0), RangeError, /4026531840 bytes more/);
  assert.is(blocks.held(), 16);
  assert.is(arena.words()[a / 4], 5);
});
owned.run();

const turns = suite('createTurns');

turns('goes on after a failure, and rejects all once closed', async () => {
  const { inTurn, close } = createTurns('pool');
  const failed = inTurn(() => Promise.reject(new Error('no'))).catch((error) => error.message);
  assert.is(await inTurn(() => 3), 3);
  assert.is(await failed, 'no');
  close();
  assert.is(await inTurn(() => 3).catch((error) => error.message), 'the pool was destroyed');
});
turns.run();

// Columns after memory ended while they grew: the old ones stay, and grow when asked again.
import { everyEndOfMemory } from '@wayfield/testing';
import { createArena, createBlocks, createMemory, type KernelHost } from '@wayfield/wasm';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createColumns } from '../src/calls/columns.ts';
import type { Kernels } from '../src/kernels.gen.ts';

const test = suite('columns of a surface');

test('columns that had no memory to grow are as long and as far apart as their rows', () => {
  const ends = everyEndOfMemory(
    () => {
      const arena = createArena(createMemory(false));
      const kernels = { rowsBind: () => undefined };
      const host = { arena, blocks: createBlocks(arena), kernels };
      return createColumns(host as unknown as KernelHost<Kernels>);
    },
    (columns) => columns.views(20_000),
    (columns) => {
      for (const rows of [10, 20_000]) {
        const views = Object.entries(columns.views(rows));
        const sorted = views.map(([, { byteOffset, byteLength }]) => [byteOffset, byteLength]);
        sorted.sort(([a], [b]) => a - b);
        sorted.slice(1).forEach(([at], i) => {
          assert.ok(sorted[i][0] + sorted[i][1] <= at, `${rows} rows: columns overlap at ${at}`);
        });
        for (const [name, view] of views) assert.ok(view.length >= rows, `${name}: ${rows} rows`);
      }
    },
  );
  assert.ok(ends >= 10, `memory ended ${ends} times`);
});

test.run();

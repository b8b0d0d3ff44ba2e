import { FOUND, isGrid, NO_PATH, nodeCountOf, pathLength, referenceAstar } from '@wayfield/graph';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { builtInProblems, readTown } from '../src/run/problems/built-in.ts';

const town = suite('readTown');

town(
  'states for every row the length that the reference finds, 0 for the garden without a door',
  async () => {
    const { data, queries, published } = await readTown();
    assert.ok(published);
    let walled = 0;
    for (let i = 0; i < queries.count; i++) {
      const { status, path } = referenceAstar(data, queries.source[i], queries.target[i]);
      if (published.length[i] === Infinity) {
        assert.is(status, NO_PATH, `row ${i}`);
        walled++;
        continue;
      }
      assert.is(status, FOUND, `row ${i}`);
      assert.ok(Math.abs(pathLength(data, path) - published.length[i]) < 1e-7, `row ${i}`);
    }
    assert.is(walled, 6);
    assert.is(queries.count, 238);
  },
);

town.run();

const problems = suite('builtInProblems');

problems('gives the same queries for the same seed, others for another', async () => {
  const read = async (seed: number): Promise<string[]> => {
    const texts: string[] = [];
    for await (const { name, queries } of builtInProblems({ queries: 10, seed })) {
      texts.push(`${name} ${queries.source.join()} ${queries.target.join()}`);
    }
    return texts;
  };
  const once = await read(4);
  assert.equal(await read(4), once);
  assert.not.equal(await read(5), once);
});

problems('has grids of 4 and 8 neighbours, every corner rule, weights and graphs', async () => {
  const kinds = new Set<string>();
  for await (const { data, queries } of builtInProblems({ queries: 10 })) {
    kinds.add(isGrid(data) ? `${data.neighbours} ${data.corners}` : 'graph');
    assert.ok(queries.source.every((v) => v < nodeCountOf(data)));
  }
  for (const kind of ['4 never', '8 never', '8 always', 'graph']) assert.ok(kinds.has(kind), kind);
});

problems.run();

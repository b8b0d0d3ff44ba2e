// The grid of agents decides speed only, so its cells are looked at here.
import { random } from '@wayfield/graph/generators';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createAgents } from '../src/agents/agents.ts';
import { openEngine } from '../src/engine.ts';
import { KERNELS_BASE64 } from '../src/kernels.gen.ts';
import { sortAgents } from '../src/tick.ts';

const test = suite('the grid of agents');

const COUNT = 2000;
/** The number of `key` among the columns of `World`. */
const KEY = 19;

/** In how many cells 2,000 agents lie, in a square of 100 m with a corner at (x, y). */
function cellsAt(x: number, y: number): number {
  const options = { capacity: COUNT };
  const place = { code: KERNELS_BASE64, shared: false, threads: 1 };
  const engine = openEngine({}, options, place);
  const agents = createAgents(engine, undefined, options, () => {});
  const next = random(4);
  // whole multiples of 1/64 m are exact in f64 up to 2^30 m and beyond
  const at = (): number => next(6400) / 64;
  for (let k = 0; k < COUNT; k++) agents.add({ x: x + at(), y: y + at() });
  sortAgents(engine.kernels, COUNT);
  const address = engine.kernels.columnAddress(KEY) >>> 0;
  return new Set(new Uint32Array(engine.host.arena.memory.buffer, address, COUNT)).size;
}

test('has as many cells far from the origin as at the origin, in the first tick', () => {
  const expected = cellsAt(0, 0);
  assert.ok(expected > 100, `${expected} cells`);
  for (const [x, y] of [
    [2 ** 30 - 100, -(2 ** 30)],
    [2 ** 29, 2 ** 28],
    [-(2 ** 30), 2 ** 29],
    [1e8, -3e8],
  ]) {
    const found = cellsAt(x, y);
    assert.ok(Math.abs(found - expected) <= 2, `${found} at (${x}, ${y}), ${expected} at 0`);
  }
});

test.run();

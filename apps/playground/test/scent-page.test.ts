// Scent on the built page, without WebGPU: a 2-D canvas and WebAssembly in a worker.
import { createWasmSolver } from '@wayfield/cpu-wasm';
import { buildGrid, buildQueries } from '@wayfield/graph';
import { sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { placesAfter } from './scent-in-node.ts';
import { makeMap } from '../src/scenes/maps/make-map.ts';
import { pathFunctions } from '../src/scenes/scent/two-paths.ts';
import { TWO_ROOMS } from './maps.ts';
import { browserFor, dropFile, onPages, openPage } from './open-page.ts';

interface CrowdState {
  readonly ticks: number;
  readonly arrived: number;
  readonly goals: [number, number][];
  readonly places: number[];
  readonly walls: number;
  readonly width: number;
}

const ADDRESS = '#scent?size=small&map=islands&agents=1000&goals=2&seed=7&paused=1';

const beside = suite('paths up the scent beside the cheapest');

/** Cells of a path that is drawn as straight pieces. */
const cellsOf = (piece: Float32Array, width: number): number[] =>
  Array.from({ length: piece.length / 4 }, (_, i) => [4 * i, 4 * i + 2])
    .flat()
    .map((at) => Math.floor(piece[at + 1]) * width + Math.floor(piece[at]));

beside('cost at least as much as those of A*, and end at a goal', () => {
  const { width, height, terrain, open } = makeMap('islands', 'small', 7);
  const [goal, start] = open;
  terrain.fill(0.25, 20 * width, 24 * width);
  terrain[start] = terrain[goal] = 1;
  const question = { width, height, terrain, goals: Uint32Array.of(goal) };
  const { scent, best, ratios } = pathFunctions.compare({
    ...question,
    starts: Uint32Array.of(start),
  });
  assert.is(ratios.length, 1);
  assert.ok(ratios[0] >= 1 && ratios[0] < 2, `${ratios[0]}`);
  const cost = terrain.map((value) => (value === 0 ? 0 : 1 / value));
  const solver = createWasmSolver(
    buildGrid({ width, height, cost, neighbours: 8, corners: 'always' }),
    { algorithm: 'astar' },
  );
  const queries = buildQueries({ source: Uint32Array.of(start), target: Uint32Array.of(goal) });
  const least = solver.run(queries).cost[0];
  solver.destroy();
  const costs = [scent, best].map((piece) => {
    const cells = cellsOf(piece, width);
    assert.equal([cells[0], cells.at(-1)], [start, goal]);
    let sum = 0;
    for (let i = 0; i < cells.length; i += 2) {
      const [from, to] = [cells[i], cells[i + 1]];
      const isDiagonal = from % width !== to % width && Math.abs(from - to) > 1;
      sum += (isDiagonal ? Math.SQRT2 : 1) * cost[to];
    }
    return sum;
  });
  assert.ok(Math.abs(costs[1] - least) < 1e-3 * least, `${costs[1]}, by A* ${least}`);
  assert.ok(Math.abs(costs[0] / costs[1] - ratios[0]) < 1e-6);
});

beside.run();

const test = suite('scent on the page');
const browser = await browserFor(test);
const on = browser ? onPages(test) : test.skip;

on('agents find their way, paint and undo, drag a goal, drop a map', async () => {
  const { page, errors, facts, state, step, until, at, close } = await openPage(browser!, ADDRESS);
  try {
    for (let i = 0; i < 3; i++) await step();
    const { scene, backend, surface, notices } = await facts();
    assert.equal([scene, surface, notices], ['scent', 'canvas', []]);
    assert.is(backend, 'WebAssembly in a worker');
    const before = await state<CrowdState>();
    sameArray(Uint32Array.from(before.places), await placesAfter(3, ADDRESS), 'places');

    // a wall by a stroke, and away again
    await page.getByText('Wall', { exact: true }).click();
    const from = await at(10, 70);
    const to = await at(60, 72);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y);
    await page.mouse.up();
    const painted = await state<CrowdState>();
    assert.ok(painted.walls > before.walls + 50, `${painted.walls - before.walls} cells`);
    await page.keyboard.press('Control+z');
    assert.is((await state<CrowdState>()).walls, before.walls);

    // a goal by its disc
    const [x, y] = before.goals[0];
    const goal = await at(x + 0.5, y + 0.5);
    const place = await at(40.5, 40.5);
    await page.mouse.move(goal.x, goal.y);
    await page.mouse.down();
    await page.mouse.move(place.x, place.y);
    await page.mouse.up();
    assert.equal((await state<CrowdState>()).goals[0], [40, 40]);
    await page.keyboard.press('Control+z');
    assert.equal((await state<CrowdState>()).goals[0], [x, y]);
    await page.keyboard.press('Control+Shift+Z');
    assert.equal((await state<CrowdState>()).goals[0], [40, 40]);
    await page.getByLabel('Undo').click();
    assert.equal((await state<CrowdState>()).goals[0], [x, y]);
    await page.getByLabel('Redo').click();
    assert.equal((await state<CrowdState>()).goals[0], [40, 40]);

    // the cheapest paths beside those up the scent
    await page.getByText('Beside the best paths', { exact: true }).click();
    await until('wayfield.state().then((now) => now?.ratios.length > 5)');
    const { ratios } = await state<{ readonly ratios: number[] }>();
    assert.ok(ratios.every((ratio) => ratio >= 1 && ratio < 3) && Math.max(...ratios) > 1);
    await until("document.querySelector('.facts').textContent.includes('Up the scent / best')");

    // a file that is none, and a map
    await dropFile(page, 'nonsense.map', 'type octile\nheight x');
    await page.getByText('nonsense.map could not be opened').waitFor();
    await dropFile(page, 'rooms.map', TWO_ROOMS);
    await until('wayfield.ready && wayfield.ticks === 0');
    for (let i = 0; i < 8; i++) {
      await step();
    }
    const rooms = await state<CrowdState>();
    assert.is(rooms.width, 24);
    sameArray(Uint32Array.from(rooms.places), await placesAfter(8, ADDRESS, TWO_ROOMS), 'in rooms');
    assert.ok(rooms.arrived > 0);
    assert.equal(errors, []);
  } finally {
    await close();
  }
});

on('threads where memory can be shared, else one and told why: the same agents', async () => {
  const address = `${ADDRESS}&threads=2`;
  const places = await placesAfter(3, ADDRESS);
  for (const isolated of [true, false]) {
    const opened = await openPage(browser!, address, { isolated });
    try {
      for (let i = 0; i < 3; i++) await opened.step();
      const { backend, notices } = await opened.facts();
      assert.is(backend, isolated ? 'WebAssembly, 2 threads' : 'WebAssembly in a worker');
      assert.is(notices.length, isolated ? 0 : 1);
      if (!isolated) assert.match(notices[0], /^One thread does the work: .*COOP/);
      const state = await opened.state<CrowdState>();
      sameArray(Uint32Array.from(state.places), places, 'places');
      assert.equal(opened.errors, []);
    } finally {
      await opened.close();
    }
  }
});

test.run();

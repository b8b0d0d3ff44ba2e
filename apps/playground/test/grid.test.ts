// The searches: what is shown is what the solver finds, and the shortest way where it says so.
import { randomGrid, randomQueries } from '@wayfield/graph/generators';
import { referenceRoutes } from '@wayfield/graph';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { gridFunctions } from '../src/scenes/grid/search.ts';
import { trace } from '../src/scenes/grid/trace.ts';
import { TWO_ROOMS } from './maps.ts';
import { browserFor, dropFile, onPages, openPage } from './open-page.ts';

const search = suite('searches that tell their order');

search('find ways as long as the reference (seeds 1 to 4)', () => {
  for (let seed = 1; seed <= 4; seed++) {
    const grid = randomGrid(40, 30, { seed, density: 0.35 });
    const field = { width: 40, height: 30, open: Uint8Array.from(grid.cost) };
    const queries = randomQueries(grid, 12, { seed });
    const routes = referenceRoutes(grid, queries);
    for (let q = 0; q < queries.source.length; q++) {
      const [start, goal] = [queries.source[q], queries.target[q]];
      for (const algorithm of ['dijkstra', 'astar', 'jps'] as const) {
        const { cost, path, order } = trace(field, start, goal, algorithm);
        const what = `seed ${seed}, query ${q}, ${algorithm}`;
        assert.ok(Math.abs(cost - routes.cost[q]) < 1e-4 * (1 + cost), `${what}: ${cost}`);
        assert.equal([path[0], path[path.length - 1]], [start, goal], what);
        assert.equal([order[0], order[order.length - 1]], [start, goal], what);
      }
    }
  }
});

search('agree with the solver, also after walls have changed', () => {
  const open = new Uint8Array(24 * 12).fill(1);
  gridFunctions.begin(24, 12, open);
  const wall = Uint32Array.from({ length: 11 }, (_, y) => y * 24 + 12);
  gridFunctions.change(wall, new Uint8Array(11));
  const answers = gridFunctions.search(0, 23);
  assert.equal(
    answers.map(({ agrees }) => agrees),
    [true, true, true, true],
  );
  assert.ok(answers[0].cost > 30, `${answers[0].cost}`);
  gridFunctions.change(Uint32Array.of(11 * 24 + 12), Uint8Array.of(0));
  const none = gridFunctions.search(0, 23);
  assert.equal(
    none.map(({ status, agrees }) => `${status} ${agrees}`),
    Array(4).fill('NO_PATH true'),
  );
});

search('the twin on the GPU says in words where there is none', async () => {
  gridFunctions.begin(4, 4, new Uint8Array(16).fill(1));
  const twin = await gridFunctions.twin(0, 15);
  assert.match('problem' in twin ? twin.problem : '', /no WebGPU here/);
});

search.run();

const page = suite('searches on the page');
const browser = await browserFor(page);
const on = browser ? onPages(page) : page.skip;

on('run to their end, side by side, and again when the start is dragged', async () => {
  const opened = await openPage(browser!, '#grid?size=small&cells=500');
  try {
    await dropFile(opened.page, 'rooms.map', TWO_ROOMS);
    await opened.until('wayfield.state().then((state) => state?.width === 24 && state.done)');
    interface State {
      done: boolean;
      ends: [number, number];
      answers: { cost: number; path: number[]; agrees: boolean; explored: number }[];
    }
    const before = await opened.state<State>();
    assert.ok(before.done);
    assert.ok(before.answers.every(({ agrees }) => agrees));
    const [dijkstra, astar, , jps] = before.answers;
    assert.equal([astar.cost, jps.cost], [dijkstra.cost, dijkstra.cost]);
    assert.ok(astar.explored < dijkstra.explored);

    // from the upper left corner through the door to the goal: known by hand
    const { page: tab } = opened;
    const [start] = before.ends;
    const from = await opened.at((start % 24) + 0.5, Math.floor(start / 24) + 0.5);
    const to = await opened.at(0.5, 4.5);
    await tab.mouse.move(from.x, from.y);
    await tab.mouse.down();
    await tab.mouse.move(to.x, to.y, { steps: 3 });
    await tab.mouse.up();
    await opened.until(
      'wayfield.state().then(({ ends, searching }) => ends[0] === 96 && !searching)',
    );
    const after = await opened.state<State>();
    assert.is(after.answers[1].path[0], 4 * 24);
    assert.ok(after.answers.every(({ agrees }) => agrees));
    // on a phone they are below each other: the goal is where it is in the last one
    await tab.setViewportSize({ width: 390, height: 844 });
    const goal = after.ends[1];
    // 10 rows and 4 between
    const last = 3 * (10 + 4);
    // the browser lays out when it likes
    await opened.until(
      `wayfield.toPage(0, ${last + 10}).y <= ` +
        "document.querySelector('.stage').getBoundingClientRect().bottom",
    );
    await opened.settled();
    const inLast = await opened.at((goal % 24) + 0.5, Math.floor(goal / 24) + 0.5 + last);
    const there = await opened.at(20.5, 8.5 + last);
    await tab.mouse.move(inLast.x, inLast.y);
    await tab.mouse.down();
    await tab.mouse.move(there.x, there.y, { steps: 3 });
    await tab.mouse.up();
    await opened.until(
      'wayfield.state().then(({ ends, searching }) => ends[1] === 8 * 24 + 20 && !searching)',
    );
    await tab.keyboard.press('Control+z');
    await tab.setViewportSize({ width: 900, height: 560 });
    // and back where it was, and once more for another pair of ends
    const endsAre = ([a, b]: [number, number]): string =>
      `wayfield.state().then(({ ends, searching }) => ends.join() === '${a},${b}' && !searching)`;
    await tab.keyboard.press('Control+z');
    await opened.until(endsAre(before.ends));
    await tab.getByText('Another start and goal').click();
    const { ends } = await opened.state<State>();
    await tab.getByLabel('Undo').click();
    await opened.until(endsAre(before.ends));
    await tab.getByLabel('Redo').click();
    await opened.until(endsAre(ends));
    assert.equal(opened.errors, []);
  } finally {
    await opened.close();
  }
});

page.run();

// The comparison: every backend of this machine agrees on every question, and one that does not is
// found out.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { agreementOf } from '../src/scenes/compare/agreement.ts';
import type { Measured } from '../src/scenes/compare/compare-functions.ts';
import { compareFunctions } from '../src/scenes/compare/compare-functions.ts';
import { medianOf } from '../src/scenes/compare/table.ts';
import { PROBLEMS } from '../src/scenes/compare/problem.ts';
import { TWO_ROOMS, TWO_WAYS } from './maps.ts';
import {
  browserFor,
  dropFile,
  onPages,
  type OpenPage,
  openPage,
  type PageOptions,
} from './open-page.ts';

const agreement = suite('agreement');

agreement('counts what differs, and names the first', () => {
  const right = Float64Array.of(1, 2, Infinity, 4, 5);
  assert.equal(agreementOf(right.slice(), right, 0), { compared: 5, differing: 0 });
  const wrong = Float64Array.of(1, 2 + 1e-9, 3, NaN);
  assert.equal(agreementOf(wrong, right, 0), {
    compared: 4,
    differing: 3,
    first: { question: 1, expected: 2, got: 2 + 1e-9 },
  });
  // a tolerance is for the last digits, not for what cannot be reached
  const { differing, first } = agreementOf(wrong, right, 1e-8);
  assert.equal([differing, first?.question], [2, 2]);
});

agreement('a wrong backend is found out, for every problem', async () => {
  const plan = await compareFunctions.begin({
    names: PROBLEMS,
    size: 'small',
    count: 120,
    seed: 3,
    gpu: false,
    wrong: true,
  });
  assert.equal(
    plan.map(({ name }) => name),
    [...PROBLEMS],
  );
  for (const [i, { backends, name }] of plan.entries()) {
    const last = backends.length - 1;
    assert.is((await compareFunctions.open(i, 0)).kind, 'measured');
    const outcome = await compareFunctions.open(i, last);
    const { compared, differing, first } = (outcome as { measured: Measured }).measured;
    assert.equal([compared, differing, first?.question], [120, 2, 0], name);
    assert.is(first!.got, first!.expected + 1);
  }
  await compareFunctions.close();
});

agreement('backends take turns when all are warm, as many as they need', async () => {
  await compareFunctions.begin({
    names: ['grids'],
    size: 'small',
    count: 20,
    seed: 3,
    gpu: false,
    wrong: false,
  });
  for (const row of [0, 1]) await compareFunctions.open(0, row);
  const turns: number[][] = [[], []];
  for (let round = 0; round < 20; round++) {
    for (const row of [0, 1]) {
      const ms = await compareFunctions.turn(row);
      if (typeof ms === 'number') turns[row].push(ms);
    }
  }
  for (const row of turns) {
    assert.ok(row.length >= 3 && row.length <= 9, `${row.length} turns`);
    assert.ok(row.every((ms) => ms > 0));
  }
  await compareFunctions.close();
  assert.is(await compareFunctions.turn(0), undefined);
  assert.equal(
    [[], [3], [3, 1], [5, 1, 3]].map((ms) => medianOf(ms)),
    [undefined, 3, 2, 3],
  );
});

agreement.run();

interface Row extends Measured {
  readonly problem: string;
  readonly backend: string;
  readonly title: string;
  readonly kind: string;
  readonly reason: string;
}

interface State {
  readonly rows: readonly Row[];
  readonly compared: number;
  readonly differing: number;
}

const page = suite('comparison on the page');
const browser = await browserFor(page);
const on = browser ? onPages(page) : page.skip;

/**
 * Waits until all backends are measured; `condition` holds for the state then. The patience of a
 * page is for one backend, not for all of them: a busy machine takes minutes to compile the kernels
 * of all.
 */
async function measured({ ask, until }: OpenPage, condition = 'true'): Promise<void> {
  const asked = `wayfield.state().then((state) => state?.done && ${condition}`;
  for (let isDone = false; !isDone;) {
    const rows = await ask<number>('wayfield.state().then((state) => state?.rows.length ?? 0)');
    await until(`${asked} || (state?.rows.length ?? 0) !== ${rows})`);
    isDone = await ask(`${asked})`);
  }
}

/** What the page says when all backends are measured. */
async function compare(address: string, options: PageOptions): Promise<State & { text: string }> {
  const opened = await openPage(browser!, address, options);
  try {
    await measured(opened);
    const state = await opened.state<State>();
    const text = await opened.page.locator('.compare').innerText();
    assert.equal(opened.errors, []);
    return { ...state, text };
  } finally {
    await opened.close();
  }
}

on('all backends agree: one thread, pools with shared memory, WebGPU, the reference', async () => {
  const { rows, differing, text } = await compare('#compare?size=small&count=20', {
    gpu: true,
    isolated: true,
  });
  assert.is(differing, 0);
  assert.equal(
    rows.filter(({ kind }) => kind !== 'measured').map(({ reason }) => reason),
    [],
  );
  const seen = new Set(rows.map(({ problem, backend }) => `${problem} ${backend}`));
  for (const problem of ['grids', 'roads', 'fields'])
    for (const backend of ['thread', 'pool', 'gpu'])
      assert.ok(seen.has(`${problem} ${backend}`), `${problem} ${backend}`);
  for (const { backend, compared, note, traffic, turns, problem } of rows) {
    // all had turns when they were warm
    assert.ok(turns.length >= 1, `${problem} ${backend}`);
    assert.is(compared, 20);
    if (backend === 'pool') assert.match(note ?? '', /^\d+ threads?$/, problem);
    // what was sent and read: 20 answers at least; of fields all that is asked lies on the device
    // before
    if (backend === 'gpu') {
      assert.ok(traffic.down >= 80, problem);
      assert.is(traffic.up > 0, problem !== 'fields', problem);
    } else assert.equal(traffic, { up: 0, down: 0 });
  }
  assert.match(text, /19 backends measured, all answers agree\./);
});

on('without WebGPU and shared memory it says what is missing, and what differs', async () => {
  const { rows, differing, text } = await compare('#compare?what=grids&size=small&wrong=1', {});
  const [gpu] = rows.filter(({ backend }) => backend === 'gpu');
  assert.equal([gpu.kind, gpu.reason], ['missing', 'no WebGPU in this page']);
  assert.match(rows.find(({ backend }) => backend === 'pool')?.note ?? '', /SharedArrayBuffer/);
  assert.is(differing, 10);
  assert.match(text, /✗ 10 of 1,000 differ/);
  assert.match(text, /7 backends measured, 10 answers differ\./);
});

on('a map that is dropped is what is asked about: of cells, of roads', async () => {
  const opened = await openPage(browser!, '#compare?size=small&count=100');
  const { page: tab, until, state, facts } = opened;
  const done = (file: string): Promise<void> => measured(opened, `state.file === '${file}'`);
  try {
    await dropFile(tab, 'nothing.map', 'type octile\nheight 1\nwidth 2\nmap\n@@\n');
    await until(
      "wayfield.notices.some((text) => text.startsWith('nothing.map could not be read'))",
    );
    await dropFile(tab, 'rooms.map', TWO_ROOMS);
    await done('rooms.map');
    const grids = await state<State>();
    assert.equal([...new Set(grids.rows.map(({ problem }) => problem))], ['grids', 'fields']);
    assert.equal([grids.differing, grids.compared > 300], [0, true]);
    assert.match(await tab.locator('.compare').innerText(), /rooms\.map, 24 × 10 cells/);
    await dropFile(tab, 'two.geojson', TWO_WAYS);
    await done('two.geojson');
    const roads = await state<State>();
    assert.equal([...new Set(roads.rows.map(({ problem }) => problem))], ['roads']);
    assert.equal([roads.differing, roads.compared > 300], [0, true]);
    assert.not(await tab.locator('.credit').isVisible());

    // one that is not for what is compared is refused, and made-up maps come back with other sizes
    await tab.getByLabel('Compare', { exact: true }).selectOption('grids');
    await measured(opened, 'state.file === undefined');
    await dropFile(tab, 'two.geojson', TWO_WAYS);
    await until("wayfield.notices.some((text) => text.includes('takes no such map'))");
    assert.is((await facts()).scene, 'compare');
  } finally {
    await opened.close();
  }
});

page.run();

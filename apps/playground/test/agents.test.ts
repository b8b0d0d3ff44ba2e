// A search per agent: every agent walks its own shortest path to its own goal, on the CPU and on
// the GPU, and the window shows so, from above and in 3-D.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { agentFunctions, type AgentQuestion } from '../src/scenes/agents/agent-functions.ts';
import { EXAMPLE, worldOf } from '../src/scenes/agents/worlds.ts';
import { browserFor, dropFile, onPages, openPage } from './open-page.ts';

const agents = suite('a search per agent');

const SETTINGS = { world: 'crates', side: 12, agents: 48, seed: 3, moves: '8', multiplier: 1 };

function questionOf(replans: boolean, algorithm: AgentQuestion['algorithm']): AgentQuestion {
  const { grid, queries } = worldOf(SETTINGS);
  const { width, height } = grid;
  const { source, target } = queries;
  const world = { width, height, cost: Float32Array.from(grid.cost), neighbours: 8 as const };
  return { ...world, source, target, technology: 'CPU', algorithm, replans };
}

agents(
  'agents arrive after as many steps, whether they search once or before each step',
  async () => {
    const stepsOf: number[][] = [];
    for (const replans of [false, true]) {
      const question = questionOf(replans, 'dijkstra');
      const { report, technology } = await agentFunctions.begin(question);
      assert.is(technology, 'CPU');
      assert.is(report.passes, replans ? 0 : 1);
      const steps = Array.from(question.source, () => 0);
      let now = report;
      for (let i = 1; i <= 40; i++) {
        const before = now.cell;
        now = await agentFunctions.step(1);
        for (const [agent, cell] of now.cell.entries()) {
          if (cell === before[agent]) continue;
          steps[agent] = i;
          const [dx, dy] = [(cell % 12) - (before[agent] % 12), (cell - before[agent]) / 12];
          assert.ok(Math.abs(dx) <= 1 && Math.abs(dy) < 2, 'a step to a neighbour');
        }
      }
      assert.is(now.arrived, 48 - now.noPath);
      assert.ok(now.arrived > 40);
      assert.ok(replans ? now.passes > 5 : now.passes === 1);
      // in the last pass only agents searched that had not arrived
      if (replans) assert.ok(now.planned < 20, `${now.planned} searched last`);
      stepsOf.push(steps);
    }
    assert.equal(stepsOf[0].map(Math.sign), stepsOf[1].map(Math.sign));
  },
);

agents('the example is a scenario of the study, and the multiplier copies its agents', () => {
  const { colours, queries } = worldOf({ ...SETTINGS, world: 'example', multiplier: 12 });
  assert.is(queries.count, 84);
  assert.is(colours.slice(0, 13), 'rrrrrrrrrrrrg');
  assert.is(queries.target[11], 80, 'the red agents go to 8,8');
  assert.throws(() => worldOf(SETTINGS, EXAMPLE.replace('dest=8,8\n', '')), /goal count/);
});

agents.run();

const SCENARIO = 'A street\n5x1\nr...b\n\ndest=4,0\ndest=0,0\n';

interface State {
  readonly name: string;
  readonly cells: number[];
  readonly arrived: number;
  readonly passes: number;
  readonly launch?: readonly number[];
  readonly pass: { readonly init: number; readonly run: number; readonly deInit: number };
  readonly shown?: number;
}

const page = suite('a search per agent, in the page');
const browser = await browserFor(page);
const on = browser ? onPages(page) : page.skip;

on('a dropped scenario walks from above and in 3-D, in the colours of its letters', async () => {
  const opened = await openPage(browser!, '#agents?paused=1', {});
  const { page: tab, until, state, ask } = opened;
  try {
    // without WebGPU the entry that needs it is disabled, and the page says why
    assert.ok(await tab.locator('input[value="GPU"]').isDisabled());
    assert.match(
      (await tab.locator('div.controls').textContent())!,
      /No GPU here: there is no WebGPU/,
    );
    await dropFile(tab, 'street.txt', SCENARIO);
    await until("wayfield.state().then((now) => now?.name === 'A street')");
    assert.equal((await state<State>()).cells, [0, 4]);
    assert.is(await ask('wayfield.pixel(0.5, 0.5).then((rgb) => rgb.join())'), '255,0,0');
    for (let i = 0; i < 4; i++) await opened.step();
    const { cells, arrived, passes, pass } = await state<State>();
    assert.equal([cells, arrived, passes], [[4, 0], 2, 1]);
    assert.ok(pass.run > 0);
    assert.is(await ask('wayfield.pixel(0.5, 0.5).then((rgb) => rgb.join())'), '0,0,255');
    await tab.getByText('3-D', { exact: true }).click();
    await until('wayfield.state().then((now) => now?.shown > 3)');
    await opened.step();
    assert.equal((await state<State>()).cells, [1, 3]);
    await dropFile(tab, 'broken.txt', SCENARIO.replace('dest=0,0', ''));
    await until("wayfield.notices.some((text) => text.includes('goal count'))");
    assert.equal(opened.errors, []);
  } finally {
    await opened.close();
  }
});

on('on WebGPU every agent searches before every step, and all three timers run', async () => {
  const address = '#agents?paused=1&technology=GPU&plan=step';
  const opened = await openPage(browser!, address, { gpu: true, software: false });
  try {
    assert.match((await opened.facts()).backend, /^WebGPU/);
    await opened.step();
    await opened.step();
    const { passes, pass, cells, launch } = await opened.state<State>();
    assert.is(passes, 2);
    assert.ok(pass.init > 0 && pass.run > 0 && pass.deInit > 0, JSON.stringify(pass));
    assert.is(new Set(cells).size, 7);
    const [threads, blocks, launches] = launch!;
    assert.ok(threads >= 32 && threads * blocks >= 7 && launches >= 1, `${launch}`);
    await opened.until(
      '/Launched\\s*\\d+ threads × \\d+ blocks?, \\d+ launch/.test(' +
        "document.querySelector('.facts').textContent)",
    );
    assert.equal(opened.errors, []);
  } finally {
    await opened.close();
  }
});

page.run();

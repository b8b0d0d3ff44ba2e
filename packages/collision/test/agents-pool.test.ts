import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Agents, createAgents } from '../src/agents/index.ts';
import { refusesLater } from './refuses-later.ts';
import { createReferenceSolver } from '../src/reference.ts';
import { buildShapes } from '../src/oriented/index.ts';
import {
  createAgentsPool,
  type AgentsPoolOptions,
  type Model,
} from '@wayfield/collision/agents-pool';
import { createOrientedEnvironment } from '@wayfield/collision/oriented-environment';

const url = (name: string): URL => new URL(`./fixtures/${name}.js`, import.meta.url);
const noWorkers = () => {
  throw new Error('none here');
};

/** Everything about the world that a model can change, as text. */
function stateOf(agents: Agents): string {
  const { x, y, end, kind, generation } = agents.environment.bodies;
  const numbers = ['energy', 'meals', 'bumps', 'age'].map((name) => agents.numbers(name));
  return Array.from({ length: end }, (_, slot) =>
    [
      kind[slot],
      generation[slot],
      agents.alive(slot),
      agents.typeOf(slot),
      x[slot],
      y[slot],
      ...numbers.map((column) => column[slot]),
    ].join(' '),
  ).join('\n');
}

function populate(agents: Agents): void {
  for (let i = 0; i < 300; i++)
    agents.bear(i % 25 === 3 ? 'hunter' : i % 4 === 1 ? 'grazer' : 'grass');
}

async function livesOf(agents: Agents, ticks: number): Promise<string[]> {
  populate(agents);
  const states: string[] = [];
  for (let tick = 0; tick < ticks; tick++) {
    await agents.tick();
    states.push(stateOf(agents));
  }
  await agents.destroy();
  return states;
}

const TICKS = 40;
const common = { side: 60, seed: 7, capacity: 32 };

/** One thread, by `createAgents`, whose model acts on the world directly. */
async function alone(more: Partial<AgentsPoolOptions> = {}): Promise<string[]> {
  const { model } = (await import(url('herd-model').href)) as { model: Model };
  const { solver, environment } = more;
  const agents: Agents = createAgents({
    ...common,
    ...(solver && { solver }),
    ...(environment && { environment }),
    types: model(
      {
        get ticks() {
          return agents.ticks;
        },
        typeOf: (slot) => agents.typeOf(slot),
        alive: (slot) => agents.alive(slot),
        numbers: (name) => agents.numbers(name),
        kill: (slot) => agents.kill(slot),
        bear: (type, place) => void agents.bear(type, place),
      },
      { speed: 1 },
    ),
  });
  return livesOf(agents, TICKS);
}

const pool = (more: Partial<AgentsPoolOptions>) =>
  createAgentsPool({ model: url('herd-model'), parameters: { speed: 1 }, ...common, ...more });

const threads = suite('createAgentsPool');

threads('gives the world of one thread, bit by bit, on any number of threads', async () => {
  const right = await alone();
  // the world is worth comparing: agents die, slots are used again, and bumps and meals happen
  const [first, last] = [right[0], right[TICKS - 1]].map((state) => state.split('\n'));
  const all = right.join('\n').split('\n');
  const sum = (column: number): number =>
    all.reduce((total, line) => total + (Number(line.split(' ')[column]) || 0), 0);
  assert.ok(last.length > first.length, 'it grows beyond its slots');
  assert.ok(
    all.some((line) => line.includes(' false ')),
    'some die',
  );
  assert.ok(sum(1) > 100 && sum(7) > 20 && sum(8) > 20, `${sum(1)} ${sum(7)} ${sum(8)}`);
  for (const count of [1, 2, 3]) {
    const agents = await pool({ threads: count });
    assert.is(agents.fallback, undefined);
    assert.is(agents.threads, count);
    const states = await livesOf(agents, TICKS);
    const differing = states.findIndex((state, tick) => state !== right[tick]);
    assert.is(differing, -1, `${count} threads differ from tick ${differing} on`);
  }
});

threads('works alone where no worker starts, and says why', async () => {
  const agents = await pool({ worker: noWorkers });
  assert.match(agents.fallback ?? '', /none here/);
  assert.is(agents.threads, 1);
  assert.equal(
    agents.types.map(({ name }) => name),
    ['grazer', 'grass', 'hunter'],
  );
  const states = await livesOf(agents, TICKS);
  assert.ok(states.at(-1) === (await alone()).at(-1));
});

threads('lives on bodies that turn, and on other solvers', async () => {
  const shapes = buildShapes(2, [{ half: [0.8, 0.2] }]);
  const environment: AgentsPoolOptions['environment'] = ({ capacity, shared }) =>
    createOrientedEnvironment({ shapes, capacity, shared });
  const right = await alone({ environment });
  const agents = await pool({ threads: 2, environment });
  const states = await livesOf(agents, TICKS);
  assert.ok(states.at(-1) === right.at(-1));
  assert.ok(right.at(-1) !== (await alone()).at(-1), 'rods are no discs');
  const reference = await pool({ threads: 2, solver: createReferenceSolver });
  assert.ok((await livesOf(reference, 5)).at(-1) === (await alone())[4]);
});

threads('refuses what would depend on the order of threads', async () => {
  const broken = async (rule: string, worker?: () => never): Promise<unknown> => {
    const agents = await createAgentsPool({
      model: url('wrong-model'),
      parameters: rule,
      threads: 2,
      worker,
    });
    for (const x of [0, 100]) agents.bear('a', { x, y: 0 });
    try {
      return await agents.tick();
    } finally {
      await agents.destroy();
    }
  };
  for (const worker of [undefined, noWorkers]) {
    await refusesLater(broken('bear in reason', worker), Error, /bear in reason/);
    await refusesLater(broken('kill in reason', worker), Error, /kill in reason/);
    await refusesLater(broken('die in reason', worker), Error, /kill in reason/);
    await refusesLater(broken('throw', worker), RangeError, /^by the model$/);
    await refusesLater(
      broken('kill from afar', worker),
      RangeError,
      /^slot is 1: agent 0 does not touch it, so cannot kill it$/,
    );
  }
});

threads('refuses modules that are no models', async () => {
  const none = new URL('data:text/javascript,export const a = 1');
  await refusesLater(
    createAgentsPool({ model: none }),
    TypeError,
    /the export 'model' of data:text\/javascript/,
  );
  const empty = 'data:text/javascript,export const model = () => 7';
  await refusesLater(createAgentsPool({ model: empty }), TypeError, /types of the model/);
});

threads.run();

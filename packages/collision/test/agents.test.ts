import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Agents, type AgentType, createAgents } from '../src/agents/index.ts';
import { createReferenceSolver } from '../src/reference.ts';

const order = suite('createAgents');

order(
  'lets all agents reason before any acts, and each explore from where it moves to',
  async () => {
    const log: string[] = [];
    const runner: AgentType = {
      name: 'runner',
      body: { radius: 1 },
      meets: ['runner', 'post'],
      sensors: { posts: { radius: 2, finds: ['post'] } },
      reason(agent) {
        log.push(`reason ${agent.slot} sees ${[...agent.seen('posts')]} touches ${agent.collided}`);
        agent.moveTo(agent.place[0] + 10, 0);
      },
      act: (agent) =>
        void log.push(`act ${agent.slot} from ${agent.place[0]} to ${agent.target[0]}`),
    };
    const agents = createAgents({
      types: [runner, { name: 'post', body: { radius: 0.5 }, meets: ['runner'] }],
    });
    agents.bear('runner', { x: 0, y: 0 });
    agents.bear('runner', { x: 100, y: 0 });
    agents.bear('post', { x: 11, y: 0 });
    await agents.tick();
    assert.equal(log, [
      'reason 0 sees  touches false',
      'reason 1 sees  touches false',
      'act 0 from 0 to 10',
      'act 1 from 100 to 110',
    ]);
    log.length = 0;
    await agents.tick();
    // the post is 1 from the place that the first runner moved to: it is found and touched there
    assert.equal(log.slice(0, 2), ['reason 0 sees 2 touches true', 'reason 1 sees  touches false']);
    assert.is(agents.environment.bodies.x[0], 20);
    await agents.destroy();
  },
);

order('lets an agent that died in an interaction do nothing more', async () => {
  const log: string[] = [];
  const agents = createAgents({
    types: [
      {
        name: 'moth',
        body: { radius: 1 },
        meets: ['lamp'],
        interactions: [
          {
            with: 'lamp',
            does(moth) {
              log.push('burns');
              moth.die();
            },
          },
          { with: 'lamp', does: () => void log.push('circles') },
        ],
        act: (moth) => void log.push(`acts ${moth.slot}`),
      },
      { name: 'lamp', body: { radius: 1 }, meets: ['moth'] },
    ],
  });
  agents.bear('moth', { x: 0, y: 0 });
  for (const x of [0, 1]) agents.bear('lamp', { x, y: 0 });
  await agents.tick();
  await agents.tick();
  assert.equal(log, ['acts 0', 'burns']);
  await agents.destroy();
});

order('gives what two agents want to the smaller slot, and nothing to the other', async () => {
  const eaters: number[] = [];
  const agents: Agents = createAgents({
    types: [
      {
        name: 'eater',
        body: { radius: 1 },
        meets: ['food'],
        numbers: { meals: 0 },
        interactions: [
          {
            with: 'food',
            does(agent, food) {
              eaters.push(agent.slot);
              agent.numbers.meals++;
              agents.kill(food);
              return true;
            },
          },
        ],
      },
      { name: 'food', body: { radius: 1 }, meets: ['eater'], reason: () => undefined },
    ],
  });
  for (const x of [0, 1]) agents.bear('eater', { x, y: 0 });
  const food = agents.bear('food', { x: 0.5, y: 0 });
  await agents.tick();
  assert.equal(eaters, [], 'contacts are known after the first commit');
  await agents.tick();
  assert.equal(eaters, [0]);
  assert.equal([...agents.numbers('meals').subarray(0, 2)], [1, 0]);
  assert.is(agents.alive(food), false);
  assert.equal([agents.count('eater'), agents.count('food')], [2, 0]);
  // the slot is used again, and numbers begin at their values at birth
  await agents.tick();
  assert.is(agents.bear('eater', { x: 50, y: 0 }), food);
  assert.is(agents.numbers('meals')[food], 0);
  await agents.destroy();
});

order('grows beyond its capacity and keeps agents inside the border', async () => {
  const agents = createAgents({
    side: 10,
    capacity: 2,
    dimensions: 3,
    solver: createReferenceSolver,
    types: [{ name: 'a', numbers: { age: 7 }, reason: (agent) => agent.wander(50) }],
  });
  for (let i = 0; i < 9; i++) agents.bear('a');
  for (let i = 0; i < 5; i++) await agents.tick();
  const { x, y, z, end } = agents.environment.bodies;
  for (let slot = 0; slot < end; slot++) {
    for (const value of [x[slot], y[slot], z![slot]]) assert.ok(value >= 0 && value <= 10);
    assert.is(agents.numbers('age')[slot], 7);
  }
  assert.is(agents.ticks, 5);
  await agents.destroy();
});

order('refuses names that no type has', () => {
  const one = (type: Omit<AgentType, 'name'>) => () =>
    createAgents({ types: [{ name: 'a', ...type }] });
  refuses(one({ meets: ['b'] }), RangeError, "types[0].meets is 'b', expected one of a");
  refuses(
    one({ sensors: { s: { radius: 1, finds: ['c'] } } }),
    RangeError,
    "types[0].sensors.s.finds is 'c', expected one of a",
  );
  refuses(
    () => createAgents({ types: [{ name: 'a' }, { name: 'a' }] }),
    RangeError,
    "types is 'a, a', expected names that differ",
  );
  refuses(() => createAgents({ types: [] }), RangeError, /types.length is 0/);
  const agents = createAgents({ types: [{ name: 'a' }] });
  refuses(() => agents.bear('b'), RangeError, "type is 'b', expected a");
  refuses(() => agents.bear('a'), RangeError, /place/);
  refuses(() => agents.numbers('age'), RangeError, 'name is age: no type has numbers of this name');
});

order('tells the type of every slot that was ever used, also after a death', () => {
  const agents = createAgents({ types: [{ name: 'a' }], capacity: 2 });
  const slot = agents.bear('a', { x: 0, y: 0 });
  agents.kill(slot);
  assert.is(agents.typeOf(slot), 'a');
  for (const other of [1, 5]) {
    const text = `slot is ${other}, expected a slot that was used: below 1`;
    refuses(() => agents.typeOf(other), RangeError, text);
  }
});

order.run();

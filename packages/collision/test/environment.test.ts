import { refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Body, BOX, createCollisionSolver, GHOST, MASSIVE, SWEPT } from '../src/index.ts';
import { createReferenceSolver } from '../src/reference.ts';
import { type Area, createEnvironment } from '../src/environment/index.ts';
import { createRandom } from './random.ts';

const rules = suite('createEnvironment');

rules(
  'reports by the table: massive to both, ghosts to nobody, both to areas, areas to none',
  async () => {
    const environment = createEnvironment();
    const heard: Record<string, number[]> = {};
    const note = (name: string) => (slots: Uint32Array) => {
      heard[name] = [...slots];
    };
    const a = environment.add({ x: 0, y: 0, radius: 1 }, note('add a'));
    const b = environment.add({ x: 1, y: 0, radius: 1 }, note('add b'));
    const ghost = environment.add({ x: 0.5, y: 0, radius: 1, kind: GHOST }, note('add ghost'));
    environment.explore({ x: 0, y: 0, radius: 0.1 }, note('area'));
    environment.explore({ x: 0, y: 0, radius: 0.1, self: a }, note('own area'));
    environment.explore({ x: 0, y: 0, radius: 0.1, mask: 2 }, note('other group'));
    const first = await environment.commit();
    assert.equal(heard, {
      'add a': [b],
      'add b': [a],
      'add ghost': [],
      area: [a, b, ghost],
      'own area': [b, ghost],
      'other group': [],
    });
    assert.equal([first.number, first.found.count, first.contacts.total], [1, 3, 2]);

    // a move into another body is carried out, and the row of the other body shows the contact
    const c = environment.add({ x: 9, y: 0, radius: 1, group: 2 });
    await environment.commit();
    environment.move(c, 0, 0.5, undefined, note('move c'));
    environment.move(ghost, 5, 5, undefined, note('move ghost'));
    const second = await environment.commit();
    assert.equal(heard['move c'], [a, b]);
    assert.equal(heard['move ghost'], []);
    assert.equal(environment.get(c), {
      x: 0,
      y: 0.5,
      z: 0,
      radius: 1,
      extentX: 0,
      extentY: 0,
      extentZ: 0,
      shape: 0,
      kind: MASSIVE,
      group: 2,
      mask: 0xffffffff,
      fixed: false,
    });
    sameArray(second.contacts.slots, [b, c, a, c, a, b]);
    await environment.destroy();
  },
);

rules(
  'removes before it adds and moves; what is removed is not found, and answers nothing',
  async () => {
    const environment = createEnvironment({ solver: createReferenceSolver });
    const a = environment.add({ x: 0, y: 0, radius: 1 });
    const b = environment.add({ x: 0, y: 0, radius: 1 });
    await environment.commit();
    let heard: number[] | undefined;
    environment.move(b, 1, 0, undefined, (slots) => (heard = [...slots]));
    environment.remove(b);
    environment.remove(b);
    const ticket = environment.explore({ x: 0, y: 0, radius: 9 });
    assert.ok(environment.has(b));
    const { found } = await environment.commit();
    assert.equal(heard, []);
    assert.not(environment.has(b));
    sameArray(found.slots.subarray(found.first[ticket], found.first[ticket + 1]), [a]);
    refuses(() => environment.move(b, 0, 0), RangeError, /not the id of a live body/);
    refuses(() => environment.remove(b), RangeError, /not the id of a live body/);
    const c = environment.add({ x: 0, y: 0 });
    assert.is(c % 2 ** 32, b);
    assert.is.not(c, b);
  },
);

rules('lets fast swept circles meet on the way, in the tick of the move only', async () => {
  const environment = createEnvironment();
  const bullet = environment.add({ x: -50, y: 0, radius: 0.1, shape: SWEPT });
  const wall = environment.add({ x: 0, y: 0, shape: BOX, extentX: 0.1, extentY: 5, fixed: true });
  await environment.commit();
  const heard: number[][] = [];
  environment.move(bullet, 50, 0, undefined, (slots) => heard.push([...slots]));
  await environment.commit();
  assert.equal(heard, [[wall]]);
  assert.is((await environment.commit()).contacts.total, 0);

  // of two moves in a tick the last counts, and the extent leads back to where the tick began
  environment.move(bullet, -40, 0);
  environment.move(bullet, -50, 0, undefined, (slots) => heard.push([...slots]));
  await environment.commit();
  assert.equal(heard, [[wall], [wall]]);
});

rules('refuses wrong requests at once', async () => {
  const environment = createEnvironment();
  const a = environment.add({ x: 0, y: 0 });
  refuses(() => environment.add({ x: NaN, y: 0 }), RangeError, /x is NaN/);
  refuses(() => environment.move(a, 0, Infinity), RangeError, /y is Infinity/);
  refuses(() => environment.move(a, 0, 0, 1), RangeError, /z is 1/);
  refuses(() => environment.explore({ x: 0, y: 0, radius: -1 }), RangeError, /radius is -1/);
  refuses(() => environment.explore({ x: 0, y: 0, shape: SWEPT }), RangeError, /shape is 3/);
  refuses(() => environment.explore({ x: 0, y: 0, self: 7 }), RangeError, /id 7/);
  const running = environment.commit();
  const refused = await environment.commit().catch((error) => error.message);
  assert.is(refused, 'a commit is running: await it before the next');
  assert.is((await running).number, 1);
});

rules('leaves a body added while a commit waits for the solver to the next tick', async () => {
  for (const make of [createCollisionSolver, createReferenceSolver]) {
    const environment = createEnvironment({ solver: async (bodies) => make(bodies) });
    const first = environment.add({ x: 0, y: 0, radius: 1 });
    environment.explore({ x: 0, y: 0, radius: 1 });
    const running = environment.commit();
    const heard: number[][] = [];
    const note = (slots: Uint32Array): void => void heard.push([...slots]);
    const late = environment.add({ x: 1, y: 0, radius: 1, group: 2, fixed: true }, note);
    const ghost = environment.add({ x: 1, y: 0, kind: GHOST });
    const { contacts, found } = await running;
    assert.equal([[...contacts.slots], [...found.slots], heard], [[], [first], []]);
    assert.equal([environment.get(late).kind, environment.get(ghost).kind], [MASSIVE, GHOST]);

    environment.explore({ x: 0, y: 0, radius: 1 });
    const next = await environment.commit();
    assert.equal([...next.contacts.slots], [late, first]);
    assert.equal([...next.found.slots], [first, late, ghost]);
    assert.equal(heard, [[first]]);
  }
});
rules('leaves such a body to the next tick also if the solver has taken it already', async () => {
  for (const make of [createCollisionSolver, createReferenceSolver]) {
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const environment = createEnvironment({ solver: (bodies) => gate.then(() => make(bodies)) });
    const first = environment.add({ x: 0, y: 0, radius: 1 });
    const running = environment.commit();
    const late = environment.add({ x: 1, y: 0, radius: 1 });
    open();
    assert.is((await running).contacts.total, 0);
    assert.equal([...(await environment.commit()).contacts.slots], [late, first]);
  }
});

rules('calls every done, and rejects with the first error that one throws', async () => {
  const environment = createEnvironment();
  const heard: string[] = [];
  const fail = (message: string) => () => {
    heard.push(message);
    throw new Error(message);
  };
  const a = environment.add({ x: 0, y: 0, radius: 1 }, fail('first'));
  environment.add({ x: 1, y: 0, radius: 1 }, (slots) => heard.push(`body ${slots.join()}`));
  environment.explore({ x: 0, y: 0 }, fail('second'));
  environment.explore({ x: 2, y: 0 }, (slots) => heard.push(`area ${slots.join()}`));
  const message = await environment.commit().catch((error: Error) => error.message);
  assert.is(message, 'first');
  assert.equal(heard, ['first', `body ${a}`, 'second', 'area 1']);

  // the tick counts, and nothing of it is left for the next
  const next = await environment.commit();
  assert.equal([next.number, next.contacts.total, next.found.count], [2, 2, 0]);
  assert.is(heard.length, 4);
});
rules.run();

const oracle = suite('environments');

oracle(
  'with the solver and with the reference tell the same through 200 ticks, seed 41',
  async () => {
    for (const dimensions of [2, 3] as const) {
      const random = createRandom(41);
      const both = [createCollisionSolver, createReferenceSolver].map((solver) =>
        createEnvironment({ dimensions, solver, capacity: 4 }),
      );
      const place = (): { x: number; y: number; z?: number } => {
        const at = { x: random() * 20, y: random() * 20 };
        return dimensions === 3 ? { ...at, z: random() * 20 } : at;
      };
      const ids: number[] = [];
      for (let tick = 0; tick < 100; tick++) {
        for (let i = 0; i < 3; i++) {
          const body: Body = { ...place(), radius: random() * 2, kind: random() < 0.8 ? 1 : 2 };
          const shape = tick > 50 ? Math.floor(random() * 4) : 0;
          const [first, second] = both.map((one) => one.add({ ...body, shape, extentX: 0.5 }));
          assert.is(first, second);
          ids.push(first);
        }
        for (const id of ids) {
          const { x, y, z = 0 } = place();
          if (random() < 0.5) for (const one of both) one.move(id, x, y, dimensions === 3 ? z : 0);
          const area: Area = { ...place(), radius: random() * 3, mask: Math.floor(random() * 4) };
          if (random() < 0.5) for (const one of both) one.explore({ ...area, self: id });
        }
        while (ids.length > 40) {
          const [id] = ids.splice(Math.floor(random() * ids.length), 1);
          for (const one of both) one.remove(id);
        }
        const [mine, truth] = await Promise.all(both.map((one) => one.commit()));
        for (const name of ['contacts', 'found'] as const) {
          sameArray(mine[name].first, truth[name].first, `tick ${tick}, ${name} first`);
          sameArray(mine[name].slots, truth[name].slots, `tick ${tick}, ${name}`);
        }
      }
    }
  },
);
oracle.run();

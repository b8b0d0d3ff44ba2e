// A failure must not stop what comes next: calls into a worker, tasks that are asked for again
// while they run, searches, measured ticks.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { latest } from '../src/common/latest.ts';
import { connect, type Served, serve } from '../src/common/rpc.ts';
import { createQuestion } from '../src/scenes/grid/question.ts';
import { createJourney, type Place } from '../src/scenes/roads/journey.ts';
import type { Scene, SceneHost } from '../src/scenes/scene.ts';
import { createPlayer } from '../src/shell/player.ts';

interface Message {
  readonly id: number;
  readonly value?: unknown;
  readonly problem?: string;
}

/** Serves `functions` as a worker does; `call` posts a request, `replies` are those posted back. */
function served(functions: Served): { call(name: string): void; replies: Promise<Message[]> } {
  const replies: Message[] = [];
  let ids = 0;
  const self = {
    onmessage: undefined as unknown as (event: unknown) => void,
    postMessage(reply: Message, options?: StructuredSerializeOptions): void {
      replies.push(structuredClone(reply, options));
    },
  };
  Object.assign(globalThis, { self });
  serve(functions);
  return {
    call: (name) => self.onmessage({ data: { id: ids++, name, args: [] } }),
    get replies() {
      return new Promise<Message[]>((resolve) => setTimeout(() => resolve(replies), 20));
    },
  };
}

const calls = suite('calls into a worker');

calls('an answer that cannot be posted is an error, and the next call answers', async () => {
  const worker = served({ made: () => () => 1, fine: () => 7 });
  for (const name of ['made', 'fine']) worker.call(name);
  const [made, fine] = await worker.replies;
  assert.match(made?.problem ?? '', /could not be cloned/);
  assert.equal(fine, { id: 1, value: 7 });
});

calls('an array that is an answer is transferred, without a list of its entries', async () => {
  const { values } = Object;
  const listed: unknown[] = [];
  Object.values = ((of: object) => listed.push(of) && values(of)) as typeof values;
  const fields = new Float32Array([1, 2]);
  try {
    const worker = served({ fields: () => fields });
    worker.call('fields');
    const [{ value }] = await worker.replies;
    assert.equal(value, new Float32Array([1, 2]));
  } finally {
    Object.values = values;
  }
  // transferred: nothing is left of it here
  assert.is(fields.length, 0);
  // a million entries would take a third of a second
  assert.not.ok(listed.includes(fields));
});

calls('end where a message cannot be read, on either side', async () => {
  const worker = { terminate: () => undefined, postMessage: () => undefined } as unknown as Worker;
  const { calls: remote } = connect<{ fine(): number }>(worker);
  const waiting = Promise.race([
    remote.fine().catch(String),
    new Promise((resolve) => setTimeout(resolve, 100, 'still waiting')),
  ]);
  worker.onmessageerror?.({} as MessageEvent);
  assert.is(await waiting, 'Error: an answer of the worker cannot be read');
  served({ fine: () => 7 });
  // the page gets what a worker throws as an `error` event, which ends all calls
  assert.throws(() => self.onmessageerror!({} as MessageEvent), /cannot read a call/);
});

calls.run();

const newest = suite('the newest request');

newest('is not lost where the one before fails', async () => {
  const errors: unknown[] = [];
  let wanted = 1;
  let shown = 0;
  const ask = latest(
    async () => {
      const asked = wanted;
      await Promise.resolve();
      if (asked === 1) throw new Error('no answer');
      shown = asked;
    },
    (error) => errors.push(error),
  );
  void ask();
  wanted = 2;
  await ask();
  assert.is(shown, 2);
  assert.is(errors.length, 1);
  assert.is(ask.busy, false);
});

newest.run();

const question = suite('the question of the searches');

question('is answered again after a search that failed', async () => {
  let fails = true;
  const search = () => (fails ? Promise.reject(new Error('no memory')) : Promise.resolve([]));
  let answered = 0;
  const asked = createQuestion(
    { search } as unknown as Parameters<typeof createQuestion>[0],
    {} as SceneHost,
    [0, 1],
    { wantsTwin: () => false, answered: () => answered++ },
  );
  assert.is(await asked.ask().catch(String), 'Error: no memory');
  fails = false;
  await asked.ask();
  assert.is(answered, 1);
  assert.is(asked.searching, false);
});

/** A search that fails once. */
function failsOnce<T>(answer: T): () => Promise<T> {
  let fails = true;
  return async () => {
    const first = fails;
    fails = false;
    if (first) throw new Error('no memory');
    return answer;
  };
}

question('that is newer than a search that fails is answered', async () => {
  let answered = 0;
  const solver = { search: failsOnce([]) } as unknown as Parameters<typeof createQuestion>[0];
  const events = { wantsTwin: () => false, answered: () => answered++ };
  const asked = createQuestion(solver, {} as SceneHost, [0, 1], events);
  const first = asked.ask();
  asked.askAgain();
  await first;
  assert.is(answered, 1);
});

question('of a route that is newer than a search that fails is answered', async () => {
  let found = 0;
  const router = { route: failsOnce({}) } as unknown as Parameters<typeof createJourney>[0];
  const ends: Place[] = [
    [0, 0],
    [1, 1],
  ];
  const journey = createJourney(router, {} as SceneHost, ends, {
    wantsTwin: () => false,
    found: () => found++,
    blocked: () => undefined,
    rerouted: async () => undefined,
  });
  const first = journey.find();
  await journey.find();
  await first;
  assert.is(found, 1);
});

question.run();

const time = suite('time');

time('a measurement ends where a tick fails', async () => {
  Object.assign(globalThis, { requestAnimationFrame: () => 0 });
  const errors: unknown[] = [];
  const player = createPlayer({
    frame: () => undefined,
    waiting: () => undefined,
    failed(error) {
      errors.push(error);
      // without this the loop starves all that could end it
      if (errors.length > 9) player.use(undefined, 1);
    },
  });
  const tick = () => Promise.reject(new Error('the device is gone'));
  player.use({ tick } as unknown as Scene, 10);
  await player.measure(5);
  assert.is(errors.length, 1);
});

time.run();

import { spawnSync } from 'node:child_process';
import { Worker as NodeWorker } from 'node:worker_threads';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  createCrew,
  type Crew,
  hardwareThreads,
  inSlices,
  NoThreads,
  openPool,
  poolThreads,
  type PoolWorker,
  startThread,
} from '../src/index.ts';

interface Message {
  readonly say: number | SharedArrayBuffer;
  readonly ms?: number;
  readonly slow?: number;
  readonly exit?: number | 'others';
}

interface Reply {
  readonly say: number;
  readonly first: boolean;
}

const echo = (): PoolWorker => new NodeWorker(new URL('./echo-worker.js', import.meta.url));

/** Three threads of echo-worker.js. */
const openCrew = (
  threads: number,
  worker = echo,
  stop: () => void = () => undefined,
): Promise<Crew<Message, Reply>> =>
  createCrew({ threads, source: '', worker, stop, start: (thread) => ({ say: 100 * thread }) });

const messageOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no error',
    (error: Error) => `${error.constructor.name}: ${error.message}`,
  );

const test = suite('threads');

test('start from a text, answer message after message, pass errors on with their class', async () => {
  const source = `
    const { parentPort } = require('node:worker_threads');
    parentPort.on('message', (n) => parentPort.postMessage(
      n < 0 ? { type: 'failed', message: n + ' is below 0', range: true } : { type: 'ok', n: n + 1 }));`;
  const thread = await startThread<number, { n: number }>({ source });
  assert.equal(await thread.ask(1), { type: 'reply', reply: { type: 'ok', n: 2 } });
  const failure = await thread.ask(-1);
  assert.is(failure.type, 'failure');
  if (failure.type === 'failure') {
    assert.instance(failure.error, RangeError);
    assert.is(failure.error.message, '-1 is below 0');
  }
  assert.is((await thread.ask(3)).type, 'reply');
  assert.is(thread.ended, undefined);
  const waiting = thread.ask(5);
  await thread.terminate();
  assert.is((await waiting).type, 'ended');
  assert.is((await thread.ask(1)).type, 'ended');
  assert.ok((await hardwareThreads()) >= 1);
});

test('answer with what a promise resolves to, pass its rejection on', async () => {
  const thread = await startThread<unknown, Reply>({ source: '', worker: echo });
  const outcome = await thread.ask({ say: 1, later: true });
  assert.is(outcome.type === 'reply' && outcome.reply.say, 2);
  const failure = await thread.ask({ say: -1, later: true });
  assert.ok(failure.type === 'failure' && failure.error instanceof RangeError);
  // a page hears nothing of a rejection in a worker: the call would wait forever
  const unsent = await thread.ask({ say: 0, later: true });
  assert.match(unsent.type === 'failure' ? unsent.error.message : '', /could not be cloned/);
  assert.is((await thread.ask({ say: 3, later: true })).type, 'reply');
  assert.is(thread.ended, undefined);
  await thread.terminate();
});

test('say why they ended: an exit, an error, a message that cannot be sent', async () => {
  const end = async (source: string, message: unknown): Promise<unknown> => {
    const thread = await startThread({ source });
    await thread.ask(message);
    const { ended } = thread;
    await thread.terminate();
    return ended;
  };
  const on = "require('node:worker_threads').parentPort.on('message', ";
  assert.equal(await end(`${on}() => process.exit(7))`, 1), {
    how: 'ended with exit code 7',
    detail: undefined,
  });
  assert.equal(await end(`${on}() => { throw new Error('broken'); })`, 1), {
    how: 'failed',
    detail: 'broken',
  });
  assert.equal(await end('syntax error', 1), {
    how: 'failed',
    detail: "Unexpected identifier 'error'",
  });
  const { how } = (await end(`${on}() => undefined)`, () => 1)) as { how: string };
  assert.is(how, 'could not be sent its message');
});

test('wake as few as asked for, and the others for what takes longer', async () => {
  const crew = await openCrew(3);
  const said = async (say: number, first: number, ms = 0) =>
    (await crew.tell('test', { say, ms }, first)).map((reply) => reply.say);
  try {
    assert.equal(
      crew.started.map(({ say }) => say),
      [1, 101, 201],
    );
    const each = await crew.tellAll('test', (thread) => ({ say: 10 * thread }));
    assert.equal(
      each.map(({ say }) => say),
      [1, 11, 21],
    );
    assert.equal(await said(5, 2, 150), [6, 6, 6]);
    // a thread that replies at once leaves the others alone, as a rule: a busy machine may be
    // slower than a millisecond
    const few: number[] = [];
    for (let k = 0; k < 20; k++) {
      const replies = await said(k, 1);
      assert.is(replies[0], k + 1);
      few.push(replies.length);
    }
    assert.is(Math.min(...few), 1);
    assert.is(await messageOf(crew.tell('test', { say: -1 }, 2)), 'RangeError: -1 is below 0');
    assert.equal(await said(7, 3), [8, 8, 8]);
  } finally {
    await crew.terminate();
  }
  assert.is(await messageOf(crew.tell('test', { say: 1 }, 3)), 'Error: the pool was destroyed');
});

test('that help may fail before those they help are done', async () => {
  const crew = await openCrew(3);
  try {
    await crew.tellAll('test', (thread) => ({ say: 1, slow: thread === 0 ? 100 : 0 }));
    // the others are asked after a millisecond and fail at once, the first after a hundred
    assert.is(await messageOf(crew.tell('test', { say: -2 }, 1)), 'RangeError: -2 is below 0');
    assert.is((await crew.tell('test', { say: 7 }, 1)).at(-1)!.say, 8);
  } finally {
    await crew.terminate();
  }
});

test('that were not asked yet let a process of Node end', () => {
  const script = `import { startThread } from '@wayfield/wasm';
    const source = "require('node:worker_threads').parentPort.on('message', () => undefined)";
    await startThread({ source });`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    timeout: 10_000,
    encoding: 'utf8',
  });
  assert.is(status, 0, stderr);
});

test('get no work where a message to one of them cannot be made', async () => {
  const crew = await openCrew(2);
  try {
    const failed = crew.tellAll('run', (thread) => {
      if (thread === 1) throw new Error('no message');
      return { say: 1, ms: 100 };
    });
    assert.is(await messageOf(failed), 'Error: no message');
    // a thread that still worked would answer this call with its earlier reply
    assert.equal(
      (await crew.tell('run', { say: 40 }, 2)).map(({ say }) => say),
      [41, 41],
    );
  } finally {
    await crew.terminate();
  }
});

test('are not started where their first message cannot be made', async () => {
  let made = 0;
  const options = {
    threads: 2,
    source: '',
    stop() {},
    worker(): PoolWorker {
      made++;
      return echo();
    },
    start(): Message {
      throw new Error('no message');
    },
  };
  assert.is(await messageOf(createCrew(options)), 'Error: no message');
  assert.is(made, 0);
});

test('that end while they work reject it in words, and others take their places', async () => {
  const gate = new SharedArrayBuffer(4);
  let stops = 0;
  const crew = await openCrew(3, echo, () => {
    stops++;
    Atomics.store(new Int32Array(gate), 0, 1);
    Atomics.notify(new Int32Array(gate), 0);
  });
  try {
    // two threads wait for the one that ends, until they are stopped
    const work = crew.tellAll('run', (thread) =>
      thread === 1 ? { say: 0, exit: 7 } : { say: gate, exit: 'others' },
    );
    assert.is(await messageOf(work), 'Error: worker 2 of 3 ended with exit code 7 during run');
    assert.is(stops, 1);
    const replies = await crew.tellAll('run', (thread) => ({ say: thread }));
    assert.equal(
      replies.map(({ say }) => say),
      [1, 2, 3],
    );
    // the new one had its first message before
    assert.is(replies[1].first, false);
  } finally {
    await crew.terminate();
  }
});

test('end, and answer what waits for them, though their workers refuse to end', async () => {
  class Refusing extends NodeWorker {
    override terminate(): never {
      void super.terminate();
      throw new Error('no end');
    }
  }
  const refusing = (): PoolWorker => new Refusing(new URL('./echo-worker.js', import.meta.url));
  const thread = await startThread<unknown, Reply>({ source: '', worker: refusing });
  const waiting = thread.ask({ say: 1, ms: 200 });
  assert.is(await messageOf(thread.terminate()), 'Error: no end');
  const late = new Promise((resolve) => setTimeout(resolve, 5000, 'still waiting').unref());
  const outcome = await Promise.race([waiting, late]);
  assert.equal(outcome, { type: 'ended', how: 'was terminated', detail: undefined });
  const other = await startThread<unknown, Reply>({ source: '', worker: refusing });
  assert.is((await other.ask({ say: () => 1 })).type, 'ended');
  let ended = 0;
  const crew = await openCrew(2, () => {
    const worker = new Refusing(new URL('./echo-worker.js', import.meta.url));
    worker.on('exit', () => ended++);
    return worker;
  });
  const work = messageOf(crew.tell('run', { say: 1, ms: 500 }, 2));
  assert.is(await messageOf(crew.terminate()), 'Error: no end');
  assert.is(await work, 'Error: the pool was destroyed');
  for (let k = 0; k < 100 && ended < 2; k++) await new Promise((next) => setTimeout(next, 50));
  assert.is(ended, 2);
});

test('that wait for one that ended end where `stop` throws, and are replaced', async () => {
  const gate = new SharedArrayBuffer(4);
  const crew = await openCrew(3, echo, () => {
    throw new Error('no stop');
  });
  try {
    const work = crew.tellAll('run', (thread) =>
      thread === 1 ? { say: 0, exit: 7 } : { say: gate, exit: 'others' },
    );
    assert.is(await messageOf(work), 'Error: worker 2 of 3 ended with exit code 7 during run');
    const replies = await crew.tellAll('run', (thread) => ({ say: thread }));
    assert.equal(
      replies.map(({ say, first }) => [say, first]),
      [
        [1, false],
        [2, false],
        [3, false],
      ],
    );
  } finally {
    await crew.terminate();
  }
});

test('that end between two works are replaced before the second', async () => {
  const made: PoolWorker[] = [];
  let refused = false;
  const crew = await openCrew(2, () => {
    if (refused) throw new Error('no more');
    made.push(echo());
    return made.at(-1)!;
  });
  try {
    await made[0].terminate();
    assert.is((await crew.tell('run', { say: 1 }, 2)).length, 2);
    assert.is(made.length, 3);
    refused = true;
    await made[1].terminate();
    assert.is(
      await messageOf(crew.tell('run', { say: 1 }, 2)),
      'Error: worker 2 of 2 ended and cannot be replaced: no worker can be started: no more',
    );
    refused = false;
    assert.is((await crew.tell('run', { say: 1 }, 2)).length, 2);
    const waiting = messageOf(crew.tell('run', { say: 1, ms: 500 }, 2));
    await crew.terminate();
    assert.is(await waiting, 'Error: the pool was destroyed');
  } finally {
    await crew.terminate();
  }
});

test('are as many as asked for, or as the machine has', async () => {
  assert.is(await poolThreads(64), 64);
  assert.is(await poolThreads(undefined), Math.min(64, await hardwareThreads()));
  for (const wanted of [0, 65, 1.5, NaN]) {
    const error = await poolThreads(wanted).catch((reason) => reason);
    assert.instance(error, RangeError);
    assert.is(error.message, `threads is ${wanted}, expected a whole number from 1 to 64`);
  }
});
test.run();

const pools = suite('openPool');

const open = (worker: () => PoolWorker, start: number, alone?: string): Promise<string> =>
  openPool<string>(
    { threads: 2 },
    async (threads) => {
      const options = { threads, source: '', worker, stop() {}, start: () => ({ say: start }) };
      await (await createCrew<Message, Reply>(options)).terminate();
      return `${threads} threads`;
    },
    (fallback) => fallback,
    alone,
  );

pools('falls back to the calling thread where there are no workers, and says why', async () => {
  const refuse = (): PoolWorker => {
    throw new Error('the policy forbids it');
  };
  const ends = (): PoolWorker => new NodeWorker('process.exit(3)', { eval: true });
  assert.is(await open(echo, 1), '2 threads');
  assert.is(await open(refuse, 1), 'no worker can be started: the policy forbids it');
  assert.is(await open(ends, 1), 'a worker ended with exit code 3 before it was ready');
  assert.is(await open(echo, 1, 'one is enough'), 'one is enough');
});

pools('rejects with what makes no sense with one thread either', async () => {
  assert.is(await messageOf(open(echo, -5)), 'RangeError: -5 is below 0');
  const none = openPool(
    { threads: 0 },
    async () => 1,
    () => 1,
  );
  assert.match(await messageOf(none), /^RangeError: threads is 0/);
  assert.instance(new NoThreads('why'), Error);
});

pools('works in slices, with others in between', async () => {
  let others = 0;
  const timer = setInterval(() => others++, 0);
  let slices = 0;
  await inSlices(() => {
    for (const begun = performance.now(); performance.now() - begun < 3;);
    return ++slices === 5;
  });
  clearInterval(timer);
  assert.is(slices, 5);
  assert.ok(others > 0);
});
pools.run();

import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createHierarchyPool } from '@wayfield/cpu-wasm/hierarchy-pool';
import { writeRoadNetwork } from '@wayfield/osm';
import { type RoutingNetwork, writeRouting } from '@wayfield/routing';
import { createTimedRouter } from '@wayfield/routing/departures';
import type { TableSolver } from '@wayfield/routing/matrix';
// the built package, because threads need files of JavaScript
import { startServer, type RoutingServer } from '@wayfield/serve';
import { readRoutingFile } from '@wayfield/serve/file';
import { createOsrmService } from '@wayfield/serve/osrm';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Answer } from '../src/osrm/service.ts';
import { createCrew } from '../src/server/crew.ts';
import { type AnswerThread, openThread } from '../src/server/thread.ts';
import { LAT, LON, randomPlaces, village, villageXml } from './village.ts';

const routing = await village();
const service = createOsrmService(routing);
const open = new Set<RoutingServer>();

async function start(options: Parameters<typeof startServer>[1] = {}): Promise<RoutingServer> {
  const server = await startServer(routing, { port: 0, threads: 2, ...options });
  open.add(server);
  return server;
}

interface Got {
  readonly status: number;
  readonly text: string;
  readonly code: string;
  readonly connection: string | null;
}

async function get(server: RoutingServer, target: string): Promise<Got> {
  const answer = await fetch(`${server.url}${target}`);
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.startsWith('application/json');
  const code = isJson ? String((JSON.parse(text) as { code?: string }).code) : '';
  return { status: answer.status, text, code, connection: answer.headers.get('connection') };
}

const test = suite('startServer');
/** For tests that leave it as it is: threads take a while to start. */
let shared: RoutingServer;
test.before(async () => {
  shared = await startServer(routing, { port: 0, threads: 2 });
});
test.after(() => shared.close());
test.after.each(async () => {
  for (const server of open) await server.close();
  open.clear();
});

test('answers as the services do, on several threads', async () => {
  const server = shared;
  const targets = Array.from({ length: 60 }, (_, seed) => {
    const places = randomPlaces(2, seed).join(';');
    return seed % 5 === 4 ? `/table/v1/car/${places}` : `/route/v1/car/${places}?steps=true`;
  });
  targets.push('/route/v1/car/1,2', '/nearest/v1/car/13.4,52.5', '/isochrone/v1/car/13.4,52.5');
  const answers = await Promise.all(targets.map((target) => get(server, target)));
  targets.forEach((target, i) => {
    const { status, body } = service.answer(target);
    assert.equal([answers[i].status, answers[i].text], [status, body], target);
  });
  const tile = await fetch(`${server.url}/tile/v1/car/tile(8801,5374,14).mvt`);
  assert.is(tile.headers.get('content-type'), 'application/x-protobuf');
  assert.is(tile.headers.get('access-control-allow-origin'), '*');
  const expected = service.answer('/tile/v1/car/tile(8801,5374,14).mvt').body as Uint8Array;
  assert.is(Buffer.compare(Buffer.from(await tile.arrayBuffer()), expected), 0);
});

test('counts requests, and says that it is well', async () => {
  const server = shared;
  const count = (text: string, labels: string): number =>
    Number(text.split(`wayfield_requests_total{${labels}} `)[1]?.split('\n')[0] ?? 0);
  const before = server.metrics();
  for (const target of ['/route/v1/car/1,2', '/nearest/v1/car/13.4,52.5']) {
    await get(server, target);
  }
  const { text } = await get(server, '/metrics');
  for (const labels of ['service="route",code="InvalidOptions"', 'service="nearest",code="Ok"']) {
    assert.is(count(text, labels), count(before, labels) + 1);
  }
  assert.match(text, /\nwayfield_request_seconds_bucket\{service="nearest",le="\+Inf"\} \d+\n/);
  assert.match(text, /\nwayfield_threads 2\n/);
  for (const line of text.trimEnd().split('\n')) {
    assert.match(line, /^(# (HELP|TYPE) \w+ .+|\w+(\{.*\})? -?[\d.e+-]+)$/);
  }
  assert.is((await get(server, '/health')).text, '{"status":"ok"}');
  const about = JSON.parse((await get(server, '/wayfield.json')).text) as { bounds: number[] };
  assert.equal(about.bounds, [13.4, 52.5, 13.421, 52.51]);
});

test('refuses in words what is too long, malformed or no request', async () => {
  const server = shared;
  const long = await get(server, `/route/v1/car/${'13.4,52.5;'.repeat(8000)}`);
  assert.equal([long.status, long.code], [431, 'TooBig']);
  const put = await fetch(`${server.url}/route/v1/car/13.4,52.5;13.41,52.5`, { method: 'PUT' });
  assert.is(put.status, 405);
  const post = async (body: string): Promise<unknown[]> => {
    const answer = await fetch(`${server.url}/route/v1/car`, { method: 'POST', body });
    return [answer.status, ((await answer.json()) as { code: string }).code];
  };
  assert.equal(await post('{"coordinates":[[13.4,52.5],[13.41,52.5]]}'), [200, 'Ok']);
  assert.equal(await post('{"coordinates":[[13.4,52.5]'), [400, 'InvalidQuery']);
  const counted = 'wayfield_requests_total{service="route",code="InvalidQuery"} 1\n';
  assert.ok(server.metrics().includes(counted), 'a malformed body is counted');
  // a body that is too long is refused by its length, before it is sent
  const sending = connect(server.port, '127.0.0.1');
  sending.write(`POST /route/v1/car HTTP/1.1\r\nhost: x\r\ncontent-length: ${2 ** 24}\r\n\r\n`);
  const [answer] = (await once(sending, 'data')) as [Buffer];
  assert.match(String(answer), /^HTTP\/1\.1 413 /);
  sending.destroy();
  const bad = await fetch(`${server.url}/route/v1/car/%zz`);
  assert.equal([bad.status, ((await bad.json()) as { code: string }).code], [400, 'InvalidUrl']);
  const socket = connect(server.port, '127.0.0.1');
  socket.end('NONSENSE\r\n\r\n');
  let text = '';
  for await (const piece of socket) text += String(piece);
  assert.match(text, /^HTTP\/1\.1 400 Bad Request[^]*"InvalidUrl"/);
});

/** Waits until so many requests are at a thread or wait for one. */
async function taken(server: RoutingServer, count: number): Promise<void> {
  const end = performance.now() + 60_000;
  for (;;) {
    const gauges = server.metrics().matchAll(/\nwayfield_(?:waiting|running) (\d+)/g);
    const sum = [...gauges].reduce((all, [, now]) => all + Number(now), 0);
    if (sum >= count) return;
    assert.ok(performance.now() < end, `${sum} of ${count} requests have arrived`);
    await setTimeout(2);
  }
}

const LIMITS = { trip: 500, table: 10_000 };
const QUICK = `/nearest/v1/car/${LON},${LAT}`;
/** A request that keeps a thread busy for half a second or more. */
const slow = (seed: number): string => `/trip/v1/car/${randomPlaces(300, seed).join(';')}`;

test('refuses requests beyond the queue, and answers those in it', async () => {
  const server = await start({ threads: 1, queue: 1, timeout: 60_000, limits: LIMITS });
  const first = get(server, slow(1));
  await taken(server, 1);
  const second = get(server, slow(2));
  await taken(server, 2);
  const refused = await get(server, QUICK);
  assert.equal([refused.status, refused.code], [503, 'TooBusy']);
  assert.equal(
    (await Promise.all([first, second])).map(({ code }) => code),
    ['Ok', 'Ok'],
  );
  assert.is((await get(server, QUICK)).code, 'Ok');
});

test('ends what takes too long, with its thread', async () => {
  const server = await start({ threads: 1, timeout: 150, limits: LIMITS });
  const late = await get(server, slow(1));
  assert.equal([late.status, late.code], [503, 'Timeout']);
  assert.match(server.metrics(), /wayfield_thread_restarts_total 1\n/);
  // another thread takes its place
  for (let tries = 0; ; tries++) {
    const { status } = await get(server, QUICK);
    if (status === 200) break;
    assert.ok(tries < 200, 'no thread came back');
    await setTimeout(50);
  }
});

test('takes large tables from a solver, and makes them itself where it fails', async () => {
  const pool = await createHierarchyPool(routing.graph, routing.hierarchy, { threads: 1 });
  let works = true;
  const tableSolver: TableSolver = {
    tableRows(sources, targets, watch) {
      if (!works) throw new Error('the device is lost');
      return pool.tableRows(sources, targets, watch);
    },
  };
  const server = await start({ threads: 1, tableSolver, tableCells: 36 });
  const places = randomPlaces(6, 3).join(';');
  const counts = (): unknown[] =>
    ['tables', 'failures'].map(
      (name) => new RegExp(`\nwayfield_solver_${name}_total (\\d+)\n`).exec(server.metrics())?.[1],
    );
  const right = async (target: string): Promise<void> =>
    assert.is((await get(server, target)).text, String(service.answer(target).body), target);
  await right(`/table/v1/car/${places}`);
  assert.equal(counts(), ['1', '0']);
  await right(`/table/v1/car/${places}?sources=0;1`);
  await right(`/table/v1/car/${places}?annotations=duration,distance`);
  await right(`/table/v1/car/${places}?sources=x`);
  assert.equal(counts(), ['1', '0']);
  works = false;
  await right(`/table/v1/car/${places}`);
  assert.equal(counts(), ['1', '1']);
  await pool.destroy();
});

test('counts no failure of the solver where a table took too long', async () => {
  let ended = 0;
  const tableSolver: TableSolver = {
    tableRows: (_sources, _targets, { signal } = {}) => ({
      [Symbol.asyncIterator]: () => ({
        async next() {
          await once(signal!, 'abort');
          ended++;
          throw signal!.reason;
        },
      }),
    }),
  };
  const server = await start({ threads: 1, tableSolver, tableCells: 36, timeout: 500 });
  const { status } = await get(server, `/table/v1/car/${randomPlaces(6, 3).join(';')}`);
  assert.is(status, 503);
  while (ended === 0) await setTimeout(10);
  await setTimeout(50);
  assert.match(server.metrics(), /\nwayfield_solver_failures_total 0\n/);
});

test('takes live speeds without a restart, each answer at one state of speeds', async () => {
  const server = await start({ threads: 1, timeout: 60_000, limits: LIMITS });
  const places = randomPlaces(2, 5).join(';');
  const targets = [
    `/route/v1/car/${places}?annotations=true&steps=true`,
    `/table/v1/car/${places}`,
  ];
  const answers = (network: RoutingNetwork): string[] => {
    const at = createOsrmService(network);
    const found = targets.map((target) => String(at.answer(target).body));
    at.destroy();
    return found;
  };
  const timed = createTimedRouter(routing);
  const { count } = routing.network.roads;
  let before = answers(routing);
  for (const speed of [7, NaN]) {
    const kmh = new Float32Array(2 * count).fill(speed);
    timed.setLive(kmh);
    const after = answers(timed.network());
    assert.is(after[0] === before[0], false);
    let isOver = false;
    const update = server.setLive(kmh).finally(() => (isOver = true));
    kmh.fill(1);
    while (!isOver) {
      await setTimeout(10);
      const texts = await Promise.all(
        targets.map(async (target) => (await get(server, target)).text),
      );
      texts.forEach((text, i) => assert.ok(text === before[i] || text === after[i], text));
    }
    await update;
    for (const [i, target] of targets.entries()) {
      assert.is((await get(server, target)).text, after[i]);
    }
    before = after;
  }
  assert.equal(before, answers(routing));
  for (const wrong of [new Float32Array(2 * count - 1), new Float32Array(2 * count).fill(-1)]) {
    let refused: unknown;
    await server.setLive(wrong).catch((error: unknown) => (refused = error));
    assert.instance(refused, RangeError);
  }
  assert.is((await get(server, targets[0])).text, before[0]);
  // of two updates the later one counts, and what threads have is answered at the speeds before
  const large = createOsrmService(timed.network(), { limits: LIMITS });
  const running = get(server, slow(9));
  await taken(server, 1);
  const updates = [9, 8].map((speed) => server.setLive(new Float32Array(2 * count).fill(speed)));
  await Promise.all(updates);
  timed.setLive(new Float32Array(2 * count).fill(8));
  assert.is((await get(server, targets[0])).text, answers(timed.network())[0]);
  timed.destroy();
  assert.is((await running).text, String(large.answer(slow(9)).body));
  large.destroy();
  await server.close();
  const closed = server.setLive(new Float32Array(2 * count)).catch((error: Error) => error.message);
  assert.is(await closed, 'the server was closed');
});

test('says that a thread failed, with a code of its own', async () => {
  // in the folder of sources there is no compiled program for the thread
  const begin = { routing: {} as RoutingNetwork, options: {} };
  let replaced = 0;
  const thread = openThread(begin, { onFree: () => undefined, onReplace: () => replaced++ });
  thread.opened.catch(() => undefined);
  const answer = await new Promise<Answer>((settle) => {
    thread.give([{ id: 1, target: '/', isLong: false, deadline: Infinity, settle }]);
  });
  await thread.end(answer);
  assert.equal([answer.status, answer.code, replaced], [500, 'ThreadFailed', 1]);
});

test('starts no thread in the place of one that leaves for another network', async () => {
  const begin = { routing: {} as RoutingNetwork, options: {} };
  let replaced = 0;
  const thread = openThread(begin, { onFree: () => undefined, onReplace: () => replaced++ });
  thread.opened.catch(() => undefined);
  const ready = { opened: Promise.resolve(), size: 0, end: () => Promise.resolve() };
  const crew = createCrew([thread]);
  crew.opened.catch(() => undefined);
  const answer = new Promise<Answer>((settle) => {
    thread.give([{ id: 1, target: '/', isLong: false, deadline: Infinity, settle }]);
  });
  await crew.replace([ready as unknown as AnswerThread]);
  assert.equal([(await answer).code, replaced], ['ThreadFailed', 0]);
  await crew.end(await answer);
});

test('closes gracefully: answers what it has, takes nothing new, ends its threads', async () => {
  const server = await start({ threads: 1, limits: LIMITS, timeout: 60_000 });
  const running = Promise.all([1, 2, 3].map((seed) => get(server, slow(seed))));
  await taken(server, 3);
  await server.close();
  const answers = await running;
  assert.equal(
    answers.map(({ code }) => code),
    ['Ok', 'Ok', 'Ok'],
  );
  // else the server waits until the client gives up its connections
  assert.ok(answers.every(({ connection }) => connection === 'close'));
  try {
    await get(server, '/health');
    assert.unreachable();
  } catch (error) {
    assert.match((error as Error).message, 'fetch failed');
  }
});

test('leaves nothing running: a program that closes its server ends', async () => {
  const program = `
    import { startServer } from '@wayfield/serve';
    import { readRoutingFile } from '@wayfield/serve/file';
    const routing = await readRoutingFile(process.argv[1]);
    const server = await startServer(routing, { port: 0, threads: 1 });
    await fetch(server.url + '/nearest/v1/car/13.4,52.5');
    await server.close();`;
  const folder = await mkdtemp(join(tmpdir(), 'wayfield-serve-'));
  try {
    await writeFile(join(folder, 'village'), writeRouting(routing));
    const args = ['--input-type=module', '-e', program, join(folder, 'village')];
    const child = spawn(process.execPath, args, { cwd: new URL('.', import.meta.url) });
    let err = '';
    child.stderr.on('data', (text) => (err += String(text)));
    const code = await new Promise((resolve) => child.on('close', resolve));
    assert.equal([code, err], [0, '']);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('frees its port if the network cannot be copied', async () => {
  const { port } = shared;
  const other = await start({ threads: 1 });
  await other.close();
  const broken = {
    ...routing,
    get more(): never {
      throw new Error('no memory');
    },
  };
  const refused = await startServer(broken, { port: other.port, threads: 1 }).catch(
    (error: Error) => error.message,
  );
  assert.is(refused, 'no memory');
  const again = await start({ port: other.port, threads: 1 });
  assert.is.not(again.port, port);
});

test('refuses in the form of OSRM what arrives while it closes', async () => {
  const server = await start({ threads: 1, limits: LIMITS, timeout: 60_000 });
  const socket = connect(server.port, '127.0.0.1');
  const head = ' HTTP/1.1\r\nhost: x\r\n\r\n';
  socket.write(`GET ${slow(1)}${head}`);
  await taken(server, 1);
  const closed = server.close();
  socket.write(`GET /nearest/v1/car/13.4,52.5${head}`);
  let text = '';
  for await (const piece of socket) text += String(piece);
  await closed;
  assert.match(text, /^HTTP\/1\.1 200 /);
  if (text.includes(' 503 ')) assert.match(text, /"code":"Closed"/);
});

test('is refused a port that is taken', async () => {
  const server = shared;
  try {
    await startServer(routing, { port: server.port, threads: 1 });
    assert.unreachable();
  } catch (error) {
    assert.is((error as NodeJS.ErrnoException).code, 'EADDRINUSE');
  }
});

test('readRoutingFile reads maps, road networks, routing networks and lines', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wayfield-serve-'));
  try {
    const line = {
      type: 'LineString',
      coordinates: [
        [13.4, 52.5],
        [13.41, 52.5],
      ],
    };
    const lines = JSON.stringify({ ...line, properties: {} });
    const files: [string, string | Uint8Array, number][] = [
      ['map.osm', villageXml(), routing.network.roads.count],
      ['network.wfg', writeRoadNetwork(routing.network), routing.network.roads.count],
      ['routing', writeRouting(routing), routing.network.roads.count],
      ['lines.json', lines, 1],
      ['lines-behind-blanks.json', `\uFEFF${' '.repeat(5000)}${lines}`, 1],
    ];
    for (const [name, content, roads] of files) {
      await writeFile(join(folder, name), content);
      const profile = name.startsWith('lines') ? 'all-ways' : 'car';
      const read = await readRoutingFile(join(folder, name), { profile });
      assert.is(read.network.roads.count, roads, name);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

test.run();

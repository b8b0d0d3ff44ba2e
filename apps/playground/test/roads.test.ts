// Roads: the way shown is the quickest, blocks are driven around, and agents are where their routes
// are.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDir } from '@wayfield/testing';
import { createDrive } from '../src/scenes/roads/drive.ts';
import { EXTRACTS } from '../src/scenes/roads/extracts.ts';
import { type AgentQuestion, roadFunctions } from '../src/scenes/roads/network.ts';
import { createShades } from '../src/scenes/roads/shades.ts';
import { TWO_WAYS } from './maps.ts';
import { browserFor, dropFile, onPages, openPage } from './open-page.ts';

/** A straight motorway of 12,000 pieces. */
const LONG = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { highway: 'motorway', oneway: 'no' },
      geometry: {
        type: 'LineString',
        coordinates: Array.from({ length: 12_001 }, (_, i) => [12 + (0.02 * i) / 12_000, 50]),
      },
    },
  ],
});

/** What agents do where a test says nothing else. */
const ASKED: AgentQuestion = {
  count: 300,
  seed: 3,
  movement: 'queue',
  kind: 'random',
  groups: 2000,
  starts: [],
  goals: [],
  shading: 'plain',
};

const roads = suite('roads');

roads('the quickest way, and around a block', async () => {
  const file = new Blob([TWO_WAYS]);
  const { box, nodes } = await roadFunctions.begin({
    profile: 'car',
    seed: 1,
    name: 'two.geojson',
    file,
  });
  assert.is(nodes, 2);
  const [left, , right, bottom] = box;
  const straight = roadFunctions.route(left, bottom, right, bottom);
  assert.is(straight.names, 'Straight');
  assert.ok(Math.abs(straight.metres - 1433) < 5, `${straight.metres} m`);
  assert.ok(Math.abs(right - left - straight.metres) < 5);

  const middle = roadFunctions.roadAt((left + right) / 2, bottom, 50);
  const { blocked } = roadFunctions.block([middle!]);
  assert.is(blocked.length, 1);
  const detour = roadFunctions.route(left, bottom, right, bottom);
  assert.is(detour.names, 'Detour');
  assert.ok(detour.seconds > straight.seconds);
  assert.is(roadFunctions.block([]).blocked.length, 0);
  assert.is(roadFunctions.route(left, bottom, right, bottom).names, 'Straight');
});

roads('agents are on their routes at every time', () => {
  const lines = {
    first: Uint32Array.of(0, 3, 4),
    time: Float32Array.of(0, 10, 20, 0),
    x: Float32Array.of(0, 100, 100, 7),
    y: Float32Array.of(0, 0, 50, 8),
  };
  const drive = createDrive(lines, 2);
  const place = new Float32Array(4);
  const seen: string[] = [];
  for (let i = 0; i < 5; i++) {
    drive.advance(i === 0 ? 0 : 5, place);
    seen.push(place.join());
  }
  assert.equal(seen, ['0,0,7,8', '50,0,7,8', '100,0,7,8', '100,25,7,8', '0,0,7,8']);
  assert.ok(drive.arrived > 0);
});

for (const movement of ['queue', 'ghosts'] as const)
  roads(`the town holds together and is the same for the same seed: ${movement}`, async () => {
    const first = await roadFunctions.begin({ profile: 'car', seed: 3, name: 'town' });
    assert.ok(first.nodes > 1000, `${first.nodes} junctions`);
    const ask = (threads?: number) =>
      roadFunctions.agents({ ...ASKED, count: 50, movement, ...(threads && { threads }) });
    const { routes } = await ask();
    assert.is(routes, 50);
    const a = roadFunctions.drive(100).place;
    const again = await roadFunctions.begin({ profile: 'car', seed: 3, name: 'town' });
    assert.is(again.nodes, first.nodes);
    await ask();
    assert.equal(Array.from(roadFunctions.drive(100).place), Array.from(a));

    // and on threads
    assert.is((await ask(2)).threads, 2);
    assert.equal(Array.from(roadFunctions.drive(100).place), Array.from(a));
  });

roads('vehicles that queue never overlap, and queues grow with their number', async () => {
  await roadFunctions.begin({ profile: 'car', seed: 3, name: 'town' });
  const standing: number[] = [];
  for (const count of [300, 10_000]) {
    await roadFunctions.agents({ ...ASKED, count });
    for (let i = 0; i < 60; i++) roadFunctions.drive(2);
    const answer = roadFunctions.drive(0);
    assert.is(answer.place.length, 2 * count);
    assert.ok(answer.place.every(Number.isFinite));
    standing.push(answer.standing.length / 2);
  }
  assert.ok(standing[0] < 30 && standing[1] > 1000, `${standing.join()} stand`);
  await roadFunctions.agents({ ...ASKED, count: 300, movement: 'ghosts' });
  assert.is(roadFunctions.drive(1).standing.length, 0);
});

roads('groups share routes; starts and goals that were clicked are paired', async () => {
  await roadFunctions.begin({ profile: 'car', seed: 3, name: 'town' });
  assert.is((await roadFunctions.agents({ ...ASKED, groups: 20 })).routes, 20);
  const clicked = { ...ASKED, kind: 'clicked' as const };
  // starts alone make no route
  const alone = await roadFunctions.agents({ ...clicked, starts: [0, 0] });
  assert.equal([alone.routes, alone.starts.length], [0, 2]);
  assert.is(roadFunctions.drive(1).place.length, 0);
  const starts = [-1500, 0, 0, -1500, 1500, 0];
  const pairs = await roadFunctions.agents({ ...clicked, starts, goals: [0, 1500, 900, 900] });
  assert.is(pairs.routes, 3);
  assert.is(pairs.goals.length, 4);
  assert.ok(pairs.starts.every((metres, i) => Math.abs(metres - starts[i]) < 200));
  assert.is(roadFunctions.drive(1).place.length, 600);
});

roads('random routes on classified streets begin and end there', async () => {
  const file = new Blob([TWO_WAYS]);
  await roadFunctions.begin({ profile: 'car', seed: 1, name: 'two.geojson', file });
  const classified = { ...ASKED, kind: 'classified' as const };
  let problem = '';
  await roadFunctions.agents(classified).catch((error: Error) => (problem = error.message));
  // the test fails where the map gets classified streets and this is not looked at again
  assert.match(problem, /no node lies on a classified road/);
});

roads('a blocked node closes its streets, and the turns of a route are told', async () => {
  const { box } = await roadFunctions.begin({ profile: 'car', seed: 3, name: 'town' });
  const [left, top, right, bottom] = box;
  const ends = [left * 0.5, top * 0.5, right * 0.5, bottom * 0.5] as const;
  const free = roadFunctions.route(...ends);
  assert.match(free.turns[0], /^Start on .+, [\d.]+ k?m$/);
  assert.ok(free.turns.length > 2 && free.turns.some((turn) => /left|right/.test(turn)));
  const half = 2 * Math.floor(free.line.length / 4);
  const node = roadFunctions.nodeAt(free.line[half], free.line[half + 1], 300)!;
  const { nodes, blocked, pieces } = roadFunctions.block([], [node]);
  assert.equal([nodes.length, blocked], [2, []]);
  assert.ok(pieces.length >= 4);
  const around = roadFunctions.route(...ends);
  assert.ok(around.seconds > free.seconds, `${around.seconds} after ${free.seconds}`);
  for (let i = 0; i < around.line.length; i += 2) {
    const apart = Math.hypot(around.line[i] - nodes[0], around.line[i + 1] - nodes[1]);
    assert.ok(apart > 0.01, 'the route keeps off the node');
  }
  roadFunctions.block([], []);
  assert.is(roadFunctions.route(...ends).seconds, free.seconds);
});

roads('colours of agents tell their speed and how many there are', () => {
  const speed = createShades('speed', 2);
  speed.of(Float32Array.of(0, 0, 0, 0), 1);
  // 36 km/h, and 108 km/h
  assert.equal(Array.from(speed.of(Float32Array.of(10, 0, 0, 30), 1)), [2, 4]);
  // a jump is no speed
  assert.equal(Array.from(speed.of(Float32Array.of(900, 0, 0, 30), 1)), [2, 0]);
  const load = createShades('load', 8);
  const places = Float32Array.from({ length: 16 }, (_, i) => (i < 14 ? 5 : 500));
  assert.equal(Array.from(load.of(places, 1)), [2, 2, 2, 2, 2, 2, 2, 0]);
});

roads.run();

const page = suite('roads on the page');
const browser = await browserFor(page);
const on = browser ? onPages(page) : page.skip;

on('agents drive, a map is dropped, a click blocks', async () => {
  interface State {
    ticks: number;
    places: number[];
    names: string;
    blocked: number[];
  }
  const opened = await openPage(browser!, '#roads?agents=300');
  try {
    await opened.until('wayfield.ticks >= 2');
    const first = await opened.state<State>();
    await opened.until(`wayfield.ticks >= ${first.ticks + 3}`);
    const { places } = await opened.state<State>();
    assert.ok(places.filter((at, i) => at !== first.places[i]).length > 150);

    const { page: tab } = opened;
    await dropFile(tab, 'broken.osm', '<osm><node');
    await opened.until(
      "wayfield.notices.some((text) => text.includes('broken.osm could not be read'))",
    );
    await opened.until('wayfield.ready');
    await dropFile(tab, 'two.geojson', TWO_WAYS);
    await opened.until("wayfield.state().then((state) => state?.map === 'two.geojson')");
    // both ends on the straight road, then a block in its middle
    for (const [tool, x] of [
      ['Start', -700],
      ['Goal', 700],
    ] as const) {
      await tab.getByText(tool, { exact: true }).click();
      const place = await opened.at(x, 0);
      await tab.mouse.click(place.x, place.y);
    }
    await opened.until("wayfield.state().then(({ names }) => names === 'Straight')");
    await tab.getByText('A block').click();
    const middle = await opened.at(0, 0);
    await tab.mouse.click(middle.x, middle.y);
    await opened.until("wayfield.state().then(({ names }) => names === 'Detour')");
    assert.is((await opened.state<State>()).blocked.length, 1);
    await tab.keyboard.press('Control+z');
    await opened.until("wayfield.state().then(({ names }) => names === 'Straight')");
    // the goal goes back too, and all of it is made again
    const far = await opened.ask<number>('wayfield.state().then(({ ends }) => ends[1][0])');
    await tab.keyboard.press('Control+z');
    await opened.until(`wayfield.state().then(({ ends }) => ends[1][0] !== ${far})`);
    await tab.keyboard.press('Control+y');
    await tab.keyboard.press('Control+y');
    await opened.until("wayfield.state().then(({ names }) => names === 'Detour')");
    await tab.keyboard.press('Control+z');

    // more pieces than the page draws itself: a worker draws them, and the page shows its picture
    await tab.evaluate("location.hash = '#roads?agents=0&paused=1'");
    await opened.until('wayfield.ready');
    await dropFile(tab, 'long.geojson', LONG);
    await opened.until("wayfield.state().then((state) => state?.map === 'long.geojson')");
    await opened.until("wayfield.pixel(-600, 0).then((rgb) => rgb.join() === '217,164,65')");
    assert.equal(opened.errors, []);
  } finally {
    await opened.close();
  }
});

on('OpenStreetMap is credited where its map is shown, and nobody where the town is', async () => {
  const opened = await openPage(browser!, '#roads?agents=100&paused=1', {});
  const { page: tab, until } = opened;
  try {
    const credit = tab.locator('.credit');
    assert.not(await credit.isVisible());
    await dropFile(
      tab,
      'two.osm',
      `<osm version="0.6"><node id="1" lat="0" lon="0"/><node id="2" lat="0" lon="0.01"/>
       <way id="7"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way></osm>`,
    );
    await until("wayfield.state().then((now) => now?.map === 'two.osm')");
    assert.is(await credit.textContent(), '© OpenStreetMap contributors');
    assert.ok(await credit.isVisible());
    assert.is(await credit.getAttribute('href'), 'https://www.openstreetmap.org/copyright');
    // GeoJSON of another source is not OpenStreetMap's
    await dropFile(tab, 'two.geojson', TWO_WAYS);
    await until("wayfield.state().then((now) => now?.map === 'two.geojson')");
    assert.not(await credit.isVisible());
    assert.equal(opened.errors, []);
  } finally {
    await opened.close();
  }
});

/** A street with a name, as an extract. */
const STREET = `<osm version="0.6"><node id="1" lat="0" lon="0"/><node id="2" lat="0" lon="0.01"/>
  <way id="7"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/>
  <tag k="name" v="Long Lane"/></way></osm>`;

/** The same street as PBF. */
const STREET_PBF = Buffer.from(
  'AAAADQoJT1NNSGVhZGVyGCgQHBokeJxT4vMvzg1OzkjNTdQNM9AzU+JySc0rTvXLT0ktBgB5WwjcAAAACwoHT1NNRGF0' +
    'YRgmEBoaInic42LiYhASERLiYmJicmJiYPBiYTgwiyeIiYEBABpmAr0AAAALCgdPU01EYXRhGEkQPRpFeJzj0uRi4GLP' +
    'yEzPKE+s5GLJS8xN5eIuSi3OTEnNK8lMzOHi9MnPS1fwScxLFRKQ4uNgF2JiZJJiYmZxYmJiAgDt/w22',
  'base64',
);

on('an extract is fetched when it is asked for, names and turns are shown', async () => {
  const opened = await openPage(browser!, '#roads?agents=0&paused=1', {});
  const { page: tab, until, at } = opened;
  try {
    const asked: string[] = [];
    await tab.route(/maps\.example/, (route) => {
      asked.push(route.request().url());
      const headers = { 'access-control-allow-origin': '*' };
      if (asked.length === 1) return route.fulfill({ status: 404, headers });
      return route.fulfill({ body: STREET, headers });
    });
    await tab.locator('#control-map').selectOption('address');
    assert.equal(asked, []);
    const address = tab.locator('#control-address');
    await address.fill('https://maps.example/town.osm');
    await address.press('Enter');
    await until("wayfield.notices.some((text) => text.includes('answers 404'))");
    await until('wayfield.ready');
    await address.fill('https://maps.example/village.osm');
    await address.press('Enter');
    await until("wayfield.state().then((now) => now?.map === 'village.osm')");
    assert.equal(asked, ['https://maps.example/town.osm', 'https://maps.example/village.osm']);
    assert.is(await tab.locator('.credit').textContent(), '© OpenStreetMap contributors');
    assert.match((await tab.locator('.facts').textContent())!, /village\.osm.*ODbL 1\.0/);
    assert.match((await tab.locator('.list').textContent())!, /Turns: 1.*Start on Long Lane/);
    const middle = await at(0, 0);
    await tab.mouse.move(middle.x, middle.y);
    await tab.getByText('Long Lane · residential', { exact: true }).waitFor();
    // each file of the list, by its address, from a server of this machine
    const files = createServer((request, response) => {
      response.setHeader('access-control-allow-origin', '*');
      response.end(request.url!.endsWith('.pbf') ? STREET_PBF : gzipSync(STREET));
    });
    await new Promise<void>((listening) => files.listen(0, '127.0.0.1', listening));
    const { port } = files.address() as AddressInfo;
    const fetched: string[] = [];
    await tab.route(/^https:\/\/raw\.githubusercontent\.com\//, async (route) => {
      const { href, pathname } = new URL(route.request().url());
      fetched.push(href);
      await route.fulfill({
        response: await route.fetch({ url: `http://127.0.0.1:${port}${pathname}` }),
      });
    });
    for (const [name, , extract] of EXTRACTS) {
      await tab.locator('#control-map').selectOption(name);
      const file = extract.split('/').pop();
      await until(`wayfield.ready && wayfield.state().then((now) => now?.map === '${file}')`);
      assert.is(await tab.locator('.credit').textContent(), '© OpenStreetMap contributors');
    }
    assert.equal(
      fetched,
      EXTRACTS.map(([, , extract]) => extract),
    );
    files.close();
    assert.equal(
      opened.errors.filter((text) => !text.includes('404')),
      [],
    );
  } finally {
    await opened.close();
  }
});

/** The files of the list: their names at their addresses, and in the public data sets. */
const FILES = {
  monaco: ['monaco.osm.gz', 'monaco.osm.gz'],
  aguascalientes: ['aguascalientes.osm.pbf', 'aguascalientes.osm.pbf'],
  aberdeen: ['map-sidewalk-no.osm.gz', 'aberdeen-uk.osm.gz'],
} as const;

/** A server of another origin, as raw.githubusercontent.com is, which may also do wrong. */
async function serveExtracts(folder: string) {
  const server = createServer((request, response) => {
    const path = request.url!;
    if (!path.startsWith('/closed')) response.setHeader('access-control-allow-origin', '*');
    response.setHeader('cross-origin-resource-policy', 'cross-origin');
    response.setHeader('content-type', 'application/octet-stream');
    response.setHeader('x-content-type-options', 'nosniff');
    const found = Object.values(FILES).find(([name]) => path.endsWith(`/${name}`));
    const file = readFileSync(join(folder, found?.[1] ?? 'monaco.osm.gz'));
    if (path.startsWith('/busy')) response.writeHead(503).end();
    else if (path.startsWith('/portal')) response.end('<html>Please sign in</html>');
    else if (path.startsWith('/half')) response.end(file.subarray(0, file.length >> 1));
    else if (path.startsWith('/cut')) {
      response.setHeader('content-length', file.length);
      response.write(file.subarray(0, 1000));
      setTimeout(() => response.destroy(), 50);
    } else response.end(file);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

const data = dataDir('osm');
(data ? on : page.skip)(
  'the real extracts, from another origin, and what may go wrong',
  async () => {
    const files = await serveExtracts(data!);
    const opened = await openPage(browser!, '#roads?agents=100&paused=1', { isolated: true });
    const { page: tab, until } = opened;
    try {
      await tab.route(/^https:\/\/raw\.githubusercontent\.com\//, async (route) => {
        const { pathname } = new URL(route.request().url());
        await route.fulfill({ response: await route.fetch({ url: files.url + pathname }) });
      });
      const map = tab.locator('#control-map');
      for (const [name, [file, local]] of Object.entries(FILES)) {
        const bytes = new Blob([readFileSync(join(data!, local))]);
        const read = await roadFunctions.begin({
          profile: 'car',
          seed: 1,
          name: file,
          file: bytes,
        });
        assert.ok(read.nodes > 100, `${name}: ${read.nodes} junctions`);
        await map.selectOption(name);
        await until(`wayfield.ready && wayfield.state().then((now) => now?.map === '${file}')`);
        const facts = (await tab.locator('.facts').textContent())!;
        assert.match(facts, /ODbL 1\.0/);
        const { nodes, routes } = await opened.state<{ nodes: number; routes: number }>();
        assert.equal([nodes, routes], [read.nodes, 100], name);
        assert.is(await tab.locator('.credit').textContent(), '© OpenStreetMap contributors');
      }
      await map.selectOption('address');
      const address = tab.locator('#control-address');
      for (const [path, words] of [
        ['/closed/a.osm.gz', '/a.osm.gz does not answer, or not to pages of other hosts'],
        ['/busy/b.osm.gz', '/b.osm.gz answers 503'],
        ['/portal/c.osm.gz', 'c.osm.gz could not be read'],
        ['/half/d.osm.gz', 'd.osm.gz could not be read'],
        ['/cut/e.osm.gz', '/e.osm.gz stopped before all of the map was there'],
      ] as const) {
        await address.fill(files.url + path);
        await address.press('Enter');
        await until(`wayfield.notices.some((text) => text.includes('${words}'))`);
        await until('wayfield.ready');
      }
      // the same server does right again
      await address.fill(`${files.url}/monaco.osm.gz`);
      await address.press('Enter');
      await until("wayfield.state().then((now) => now?.map === 'monaco.osm.gz')");
    } finally {
      await opened.close();
      files.close();
    }
  },
);

on('starts and goals by click, undone; a node is blocked', async () => {
  const opened = await openPage(browser!, '#roads?agents=100&routes=clicked&paused=1', {});
  const { page: tab, until, at } = opened;
  try {
    for (const [tool, x, y] of [
      ['Start', -1500, 0],
      ['Start', 0, -1500],
      ['Goal', 1500, 0],
    ] as const) {
      await tab.getByText(tool, { exact: true }).click();
      const place = await at(x, y);
      await tab.mouse.click(place.x, place.y);
    }
    await until('wayfield.state().then((now) => now.routes === 2)');
    await tab.keyboard.press('Control+z');
    await until('wayfield.state().then((now) => now.routes === 0)');
    await tab.getByText('A node', { exact: true }).click();
    const place = await at(0, -1500);
    await tab.mouse.click(place.x, place.y);
    await until('wayfield.state().then((now) => now.blockedNodes.length === 1)');
    assert.equal(opened.errors, []);
  } finally {
    await opened.close();
  }
});

page.run();

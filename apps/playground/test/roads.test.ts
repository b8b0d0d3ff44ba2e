// Roads: the way shown is the quickest, blocks are driven around, and agents are where their routes
// are.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDrive } from '../src/scenes/roads/drive.ts';
import { roadFunctions } from '../src/scenes/roads/network.ts';
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
      roadFunctions.agents({ count: 50, seed: 3, movement, ...(threads && { threads }) });
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
    await roadFunctions.agents({ count, seed: 3, movement: 'queue' });
    for (let i = 0; i < 60; i++) roadFunctions.drive(2);
    const answer = roadFunctions.drive(0);
    assert.is(answer.place.length, 2 * count);
    assert.ok(answer.place.every(Number.isFinite));
    standing.push(answer.standing.length / 2);
  }
  assert.ok(standing[0] < 30 && standing[1] > 1000, `${standing.join()} stand`);
  await roadFunctions.agents({ count: 300, seed: 3, movement: 'ghosts' });
  assert.is(roadFunctions.drive(1).standing.length, 0);
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

page.run();

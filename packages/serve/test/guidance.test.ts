// Steps of routes: roundabouts, ramps, forks, signs, classes, names that are told for a short time.
import { type OsmOptions, readOsm } from '@wayfield/osm';
import { buildRouting } from '@wayfield/routing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createOsrmService, type OsrmOptions } from '../src/osrm.ts';
import type { OsrmStep } from '../src/osrm/steps.ts';

const STEP = 0.003;

/** A drawing, in which letters are nodes, and ways by the letters of their nodes. */
interface Drawing {
  readonly rows: readonly string[];
  readonly ways: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Degrees between two signs. Default `STEP`. */
  readonly step?: number;
}

async function open(
  { rows, ways, step = STEP }: Drawing,
  options: OsrmOptions = {},
  reading: Partial<OsmOptions> = {},
) {
  const places = new Map<string, readonly [number, number]>();
  rows.forEach((row, y) =>
    [...row].forEach((sign, x) => {
      if (sign !== ' ') places.set(sign, [13 + x * step, 52 - y * step]);
    }),
  );
  const id = (sign: string): number => sign.charCodeAt(0);
  const nodes = [...places].map(
    ([sign, [lon, lat]]) => `<node id="${id(sign)}" lon="${lon}" lat="${lat}"/>`,
  );
  const lines = Object.entries(ways).map(([signs, given], i) => {
    const tags = { highway: 'primary', name: signs, ...given };
    const list = Object.entries(tags)
      .filter(([, value]) => value !== '')
      .map(([key, value]) => `<tag k="${key}" v="${value}"/>`);
    const refs = [...signs].map((sign) => `<nd ref="${id(sign)}"/>`);
    return `<way id="${i + 1}">${refs.join('')}${list.join('')}</way>`;
  });
  const xml = `<osm version="0.6">${nodes.join('')}${lines.join('')}</osm>`;
  const network = await readOsm(new TextEncoder().encode(xml), {
    profile: 'car',
    weight: 'seconds',
    uTurns: false,
    ...reading,
  });
  const service = createOsrmService(buildRouting(network), options);
  const ask = (signs: string, query = ''): Answer => {
    const list = [...signs].map((sign) => places.get(sign)!.join(','));
    const path = `/route/v1/driving/${list.join(';')}?steps=true${query}`;
    return JSON.parse(String(service.answer(path).body)) as Answer;
  };
  const listOf = (signs: string): string =>
    [...signs].map((sign) => places.get(sign)!.join(',')).join(';');
  const get = (path: string): Answer => JSON.parse(String(service.answer(path).body)) as Answer;
  return {
    ask,
    table: (signs: string): number[][] =>
      get(`/table/v1/driving/${listOf(signs)}?annotations=distance`).distances!,
    trip: (signs: string): number => get(`/trip/v1/driving/${listOf(signs)}`).trips![0].distance,
    steps: (signs: string): OsrmStep[] => ask(signs).routes![0].legs.flatMap((leg) => leg.steps),
  };
}

interface Answer {
  readonly code: string;
  readonly data_version?: string;
  readonly routes?: readonly {
    readonly duration: number;
    readonly distance: number;
    readonly geometry: unknown;
    readonly legs: readonly { readonly summary: string; readonly steps: OsrmStep[] }[];
  }[];
  readonly trips?: readonly { readonly distance: number }[];
  readonly distances?: number[][];
  readonly waypoints?: readonly { readonly location: number[]; readonly hint?: string }[];
}

const told = ({ name, maneuver: { type, modifier, exit } }: OsrmStep): string =>
  [type, modifier, exit, name].filter((part) => part !== undefined && part !== '').join(' ');

const test = suite('steps');

const ROUNDABOUT: Drawing = {
  rows: ['   h   ', '   g   ', 'ab   ef', '   c   ', '   d   '],
  ways: {
    ab: {},
    bcegb: { junction: 'roundabout', name: '' },
    cd: {},
    ef: {},
    gh: {},
  },
};

test('count the exits of roundabouts', async () => {
  const { steps } = await open(ROUNDABOUT);
  for (const [to, exit] of [
    ['d', 1],
    ['f', 2],
    ['h', 3],
  ] as const) {
    const found = steps(`a${to}`);
    assert.equal(
      found.map(({ maneuver }) => maneuver.type),
      ['depart', 'roundabout', 'exit roundabout', 'arrive'],
    );
    assert.equal([found[1].maneuver.exit, found[2].maneuver.exit], [exit, exit]);
    // the step in the roundabout has the name of the road that leaves it
    assert.is(found[1].name, found[3].name);
  }
  // a leg that ends in the roundabout has no exit
  assert.is(steps('ae')[1].maneuver.exit, undefined);
});

test('name roundabouts that have a name', async () => {
  const ways = { ...ROUNDABOUT.ways, bcegb: { junction: 'roundabout', name: 'Star' } };
  const { steps } = await open({ ...ROUNDABOUT, ways });
  const found = steps('af');
  assert.equal(
    found.map(({ maneuver }) => maneuver.type),
    ['depart', 'rotary', 'exit rotary', 'arrive'],
  );
  assert.is(found[1].rotary_name, 'Star');
});

test('tell small roundabouts as turns, with the exit', async () => {
  // 0.0001 degrees: a ring of 13 m radius, from 10 m in the north to 7 m in the east
  const small = { ...ROUNDABOUT, step: 0.0001 };
  for (const reading of [{}, { turnCosts: true, delays: true }]) {
    const { steps } = await open(small, {}, reading);
    assert.equal(steps('ad').map(told), ['depart ab', 'roundabout turn right 1 cd', 'arrive cd']);
    assert.equal(steps('af').map(told), [
      'depart ab',
      'roundabout turn straight 2 ef',
      'arrive ef',
    ]);
    assert.equal(steps('ah').map(told), ['depart ab', 'roundabout turn left 3 gh', 'arrive gh']);
    const [, turn] = steps('af');
    assert.is(turn.maneuver.bearing_before, 90);
    assert.is(turn.intersections.length, 3);
  }
  // two roads at one place of the ring, or two that leave in nearly the same direction, are no turn
  const types = (one: Awaited<ReturnType<typeof open>>, signs: string): string =>
    one.steps(signs)[1].maneuver.type;
  const forked = { ...small.ways, cx: {} };
  const rows = ['   h   ', '   g   ', 'ab   ef', '   c   ', '   d x '];
  assert.is(types(await open({ ...small, rows, ways: forked }), 'af'), 'roundabout');
  const near = { ...small.ways, ef: undefined!, ed: {} };
  delete near.ef;
  assert.is(types(await open({ ...small, ways: near }), 'ah'), 'roundabout');
});

test('leave out a first step of less than a metre', async () => {
  const rows = [`ab${' '.repeat(2000)}c`];
  const ways = { ab: {}, bc: {} };
  const close = await open({ rows, ways, step: 0.000002 });
  const [first, last] = close.steps('ac');
  assert.equal([first.name, first.maneuver.type, last.maneuver.type], ['bc', 'depart', 'arrive']);
  const { duration } = close.ask('ac').routes![0];
  assert.equal([first.duration, first.intersections.length], [duration, 2]);
  const apart = await open({ rows, ways, step: 0.00002 });
  assert.equal(apart.steps('ac').map(told), ['depart ab', 'new name straight bc', 'arrive bc']);
});

test('take each leg by itself where a route may turn round at a junction between', async () => {
  const drawing = { rows: ['  c  ', 'a b e', '  d  '], ways: { ab: {}, be: {}, bc: {}, bd: {} } };
  const { ask } = await open(drawing, {}, { turnCosts: true });
  const seconds = (signs: string, query = ''): number => ask(signs, query).routes![0].duration;
  const free = seconds('abcbd', '&continue_straight=false');
  const sum = ['ab', 'bc', 'cb', 'bd'].reduce((all, signs) => all + seconds(signs), 0);
  assert.ok(Math.abs(free - sum) < 0.3, `${free}, ${sum}`);
  assert.ok(free + 2 < seconds('abcbd'));
  assert.is(ask('abcbd', '&continue_straight=false').routes![0].legs.length, 4);
});

test('count exits behind turns that take time as well', async () => {
  const { steps } = await open(ROUNDABOUT, {}, { turnCosts: true, delays: true });
  assert.is(steps('af')[1].maneuver.exit, 2);
  assert.is(steps('ah')[1].maneuver.exit, 3);
});

test('tell ramps and merging', async () => {
  const { steps } = await open({
    rows: ['a b c d e', '   x   y  ', '  w     z '],
    ways: {
      abcde: { highway: 'motorway' },
      bxw: {
        highway: 'motorway_link',
        oneway: 'yes',
        name: '',
        'junction:ref': '7',
        destination: 'Rom;Bern',
      },
      zyd: { highway: 'motorway_link', name: '' },
      wz: {},
    },
  });
  assert.equal(steps('aw').map(told), ['depart abcde', 'off ramp right', 'arrive']);
  assert.equal([steps('aw')[1].exits, steps('aw')[1].destinations], ['7', 'Rom, Bern']);
  const up = steps('we').map(({ maneuver }) => maneuver.type);
  assert.equal(up, ['depart', 'on ramp', 'merge', 'arrive']);
});

test('tell a turn although the name stays, where the road goes on', async () => {
  const { steps } = await open({
    rows: ['a b c', '  d  '],
    ways: { ab: { name: 'High Street' }, bc: { name: 'High Street' }, bd: { name: 'High Street' } },
  });
  assert.equal(steps('ad').map(told), [
    'depart High Street',
    'continue right High Street',
    'arrive High Street',
  ]);
  assert.equal(steps('ac').map(told), ['depart High Street', 'arrive High Street']);
});

test('tell the end of a road only where both sides are open', async () => {
  const rows = ['  c  ', 'a b  ', '  d  '];
  const both = await open({ rows, ways: { ab: {}, bc: {}, bd: {} } });
  assert.is(told(both.steps('ac')[1]), 'end of road left bc');
  const one = await open({ rows, ways: { ab: {}, bc: {}, db: { oneway: 'yes' } } });
  assert.is(told(one.steps('ac')[1]), 'turn left bc');
});

test('tell forks', async () => {
  const { steps } = await open({
    rows: ['       c', 'a  b    ', '       d'],
    ways: { ab: {}, bc: {}, bd: {} },
  });
  assert.is(told(steps('ac')[1]), 'fork slight left bc');
  assert.is(told(steps('ad')[1]), 'fork slight right bd');
});

test('leave names out that hold for less than 105 m', async () => {
  const rows = ['a b c d'];
  const ways = { ab: {}, bc: {}, cd: {} };
  const long = await open({ rows, ways });
  assert.equal(long.steps('ad').map(told), [
    'depart ab',
    'new name straight bc',
    'new name straight cd',
    'arrive cd',
  ]);
  const short = await open({ rows: ['a        bcd'], ways, step: 0.001 });
  const [first, ...others] = short.steps('ad');
  assert.equal(others.map(told), ['arrive cd']);
  assert.is(first.intersections.length, 3);
  const whole = short.ask('ad').routes![0];
  assert.is(first.duration, whole.duration);
});

test('leave out a name between two stretches of one road, where nobody turns off', async () => {
  const ways = { ab: { name: 'Ring' }, bcd: { name: 'Bridge' }, de: { name: 'Ring' } };
  const rows = ['a b c d e'];
  const { steps, ask } = await open({ rows, ways });
  assert.equal(steps('ae').map(told), ['depart Ring', 'arrive Ring']);
  assert.is(steps('ae')[0].distance, ask('ae').routes![0].distance);
  assert.is(steps('ae')[0].intersections.length, 3);
  // another road behind it, and a turn into it
  const other = await open({ rows, ways: { ...ways, de: { name: 'Street' } } });
  assert.is(other.steps('ae').length, 4);
  const turned = await open({
    rows: ['  b  d  ', '    f   ', 'a       e'],
    ways: { ab: { name: 'Ring' }, bd: { name: 'Bridge' }, bf: {}, de: { name: 'Ring' } },
  });
  assert.ok(turned.steps('ae').some(({ name }) => name === 'Bridge'));
});

test('join a turn and one close behind it that has no choice', async () => {
  const oneway = { oneway: 'yes' };
  const drawing = {
    rows: ['e d        c f', 'h a        b g'],
    ways: { ab: oneway, bc: oneway, cd: oneway, bg: oneway, fc: oneway, de: oneway, ha: oneway },
  };
  const close = await open({ ...drawing, step: 0.0002 });
  const steps = close.steps('he');
  assert.equal(
    steps.map(({ name }) => name).filter((name) => name === 'bc'),
    [],
  );
  const turn = steps.find(({ name }) => name === 'cd')!;
  assert.equal([turn.maneuver.bearing_before, turn.maneuver.bearing_after], [90, 0]);
  // where it begins, the second turn, and where the name of the last, short stretch begins
  assert.is(turn.intersections.length, 3);
  const far = await open({ ...drawing, step: 0.002 });
  assert.ok(far.steps('he').some(({ name }) => name === 'bc'));
  // a choice at the second turn
  const ways = { ...drawing.ways, fc: {} };
  const choice = await open({ ...drawing, ways, step: 0.0002 });
  assert.ok(choice.steps('he').some(({ name }) => name === 'bc'));
});

test('tell a bend that is the only way as a new name', async () => {
  // a road from the left ends here: nobody may turn into it
  const rows = ['c      ', '   b  d', 'a      '];
  const closed = await open({ rows, ways: { ab: {}, bd: {}, cb: { oneway: 'yes' } } });
  assert.is(told(closed.steps('ad')[1]), 'new name slight right bd');
  const free = await open({ rows, ways: { ab: {}, bd: {}, cb: {} } });
  assert.is(told(free.steps('ad')[1]), 'turn slight right bd');
});

test('have numbers, classes, and the names of roads that have one', async () => {
  const { steps, ask } = await open(
    {
      rows: ['a b c d e', '  f   g  '],
      ways: {
        ab: { name: '', ref: 'A 7;E 45' },
        bcd: { toll: 'yes', 'name:pronunciation': 'bee see dee' },
        de: { tunnel: 'yes' },
        bfgd: { highway: 'residential' },
      },
    },
    { dataVersion: '2026-11-28' },
  );
  const found = steps('ae');
  assert.equal([found[0].name, found[0].ref], ['', 'A 7; E 45']);
  assert.is(found[1].pronunciation, 'bee see dee');
  assert.equal(found[1].intersections[0].classes, ['toll']);
  assert.equal(found[2].intersections[0].classes, ['tunnel']);
  const without = ask('ae', '&exclude=toll');
  assert.is(without.data_version, '2026-11-28');
  assert.ok(without.routes![0].legs[0].summary.includes('bfgd'));
  // the goal then moves off the tunnel
  const neither = ask('ae', '&exclude=toll,tunnel').routes![0].legs[0].steps;
  assert.ok(neither.every(({ intersections }) => intersections.every((one) => !one.classes)));
  assert.ok(neither.every(({ name }) => name !== 'de'));
  assert.is(ask('ae', '&exclude=tolls').code, 'InvalidValue');
});

test('take the time of turns where a map is read with it', async () => {
  const crossing: Drawing = {
    rows: ['  c  ', 'a b e', '  d  '],
    ways: { ab: {}, be: {}, bc: {}, bd: {} },
  };
  const [free, costly] = [await open(crossing), await open(crossing, {}, { turnCosts: true })];
  const seconds = (one: typeof free, signs: string): number => one.ask(signs).routes![0].duration;
  assert.ok(seconds(costly, 'ac') > seconds(free, 'ac') + 2);
  assert.ok(Math.abs(seconds(costly, 'ae') - seconds(free, 'ae')) < 0.2);
  const left = await open(crossing, {}, { turnCosts: true, leftHand: true });
  assert.is(seconds(left, 'ad'), seconds(costly, 'ac'));
});

test('tell the side on which traffic drives, road by road', async () => {
  const line: Drawing = {
    rows: ['a b c d'],
    ways: { ab: { driving_side: 'left' }, bc: {}, cd: {} },
  };
  const sides = async (options: OsrmOptions): Promise<string[]> =>
    (await open(line, options)).steps('ad').map((step) => step.driving_side);
  assert.equal(await sides({}), ['left', 'right', 'right', 'right']);
  assert.equal(await sides({ drivingSide: 'left' }), ['left', 'left', 'left', 'left']);
});

test('cross squares, from places on them, alike in routes, tables and trips', async () => {
  const square: Drawing = {
    rows: ['e-a-----b-f', '  |     |  ', '  |     |  ', '  | m n |  ', 'h-d-----c-g'],
    ways: {
      abcda: { highway: 'pedestrian', area: 'yes', name: 'Square' },
      ea: {},
      bf: {},
      hd: {},
      cg: {},
    },
  };
  const { ask, steps, table, trip } = await open(square, {}, { profile: 'foot', openAreas: true });
  const namesOf = (signs: string): string =>
    steps(signs)
      .map(({ name }) => name)
      .join();
  assert.is(namesOf('eg'), 'ea,Square,cg,cg');
  // the walk to a corner belongs to the first road
  assert.is(namesOf('mf'), 'bf,bf');
  assert.is(namesOf('em'), 'ea,ea');
  assert.is(namesOf('mn'), 'cg,cg');
  const metres = (signs: string): number => ask(signs).routes![0].distance;
  const line = metres('mn');
  assert.ok(line > 400 && line < 440, `${line}`);
  assert.ok(Math.abs(metres('mnm') - 2 * line) < 0.2);
  assert.ok(Math.abs(metres('emg') - metres('em') - metres('mg')) < 0.2);
  const { routes, waypoints } = ask('mn', '&geometries=geojson&overview=full');
  const { coordinates } = routes![0].geometry as { coordinates: number[][] };
  assert.is(coordinates.length, 2);
  assert.equal(
    waypoints!.map(({ location, hint }) => [location, hint]),
    coordinates.map((place) => [place, undefined]),
  );
  const signs = 'emngh';
  const cells = table(signs);
  [...signs].forEach((a, i) =>
    [...signs].forEach((b, j) => {
      const expected = i === j ? 0 : metres(a + b);
      assert.ok(Math.abs(cells[i][j] - expected) < 0.2, `${a}${b} ${cells[i][j]} ${expected}`);
    }),
  );
  assert.ok(Math.abs(trip('mng') - metres('mngm')) < 0.3);
  // legs that are joined at a place on the square keep their walks
  for (const over of ['emg', 'mnm', 'emng']) {
    const some = ask(over, `&geometries=geojson&overview=full&waypoints=0;${over.length - 1}`);
    const all = ask(over, '&geometries=geojson&overview=full').routes![0];
    const [{ geometry, distance, legs }] = some.routes!;
    assert.equal(geometry, all.geometry, over);
    assert.is(legs.length, 1);
    const types = legs[0].steps.map(({ maneuver }) => maneuver.type);
    assert.equal([types.indexOf('arrive'), types.lastIndexOf('depart')], [types.length - 1, 0]);
    const walked = legs[0].steps.reduce((sum, step) => sum + step.distance, 0);
    assert.ok(Math.abs(walked - distance) < 0.5, `${over} ${walked} ${distance}`);
  }
  // a bearing asks for a road, a hint that is not valid for nothing
  assert.ok(ask('mn', '&bearings=90,45;').routes![0].distance !== line);
  assert.is(ask('mn', '&hints=!!;AAAA').routes![0].distance, line);
});

test('draw a line across a square past two houses without a place at each corner', async () => {
  const square: Drawing = {
    rows: [
      'e-a-------------b-f',
      ' ',
      '    u-v     i-j    ',
      '   p| |     | |s   ',
      'h-d-x-w-----l-k-c-g',
    ],
    ways: {
      abckjilwvuxda: { highway: 'pedestrian', area: 'yes' },
      ea: {},
      bf: {},
      hd: {},
      cg: {},
    },
  };
  const { ask } = await open(square, {}, { profile: 'foot', openAreas: true });
  const { geometry } = ask('ps', '&geometries=geojson&overview=full').routes![0];
  const { coordinates } = geometry as { coordinates: number[][] };
  const at = (x: number, y: number): number[] =>
    [13 + x * STEP, 52 - y * STEP].map((degrees) => Math.round(degrees * 1e6) / 1e6);
  assert.equal(coordinates, [at(3, 3), at(4, 2), at(14, 2), at(15, 3)]);
});

test.run();

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  hasConditions,
  localTime,
  profileAnyTime,
  profileAt,
  speedsAt,
} from '../src/conditions.ts';
import { holdsForSize, parseClauses } from '../src/conditions/conditional-tags.ts';
import { PROFILES, readOsm, readRoadNetwork, type Tags, writeRoadNetwork } from '../src/index.ts';

const tagsOf = (tags: Record<string, string>): Tags => new Map(Object.entries(tags));
/** A Monday, at an hour of the local clock. */
const monday = (hour: number, minute = 0): Date => new Date(2026, 0, 5, hour, minute);

const test = suite('conditional tags');

test('are clauses of a value and conditions', () => {
  assert.equal(parseClauses('no @ (Mo-Fr 07:00-09:00)'), [
    { value: 'no', conditions: ['Mo-Fr 07:00-09:00'] },
  ]);
  assert.equal(parseClauses('30 @ (Mo 08:00-10:00; Tu 09:00-11:00); 50 @ wet'), [
    { value: '30', conditions: ['Mo 08:00-10:00; Tu 09:00-11:00'] },
    { value: '50', conditions: ['wet'] },
  ]);
  assert.equal(parseClauses('no @ (22:00-06:00 AND weight>3.5)'), [
    { value: 'no', conditions: ['22:00-06:00', 'weight>3.5'] },
  ]);
  const sun = { value: 'no', conditions: ['(sunrise+01:00)-(sunset-01:00)'] };
  assert.equal(parseClauses('no @ ((sunrise+01:00)-(sunset-01:00))'), [sun]);
  assert.equal(parseClauses('no @ (sunrise+01:00)-(sunset-01:00)'), [sun]);
  for (const nothing of ['', 'no', '@', 'no @', '@ (Mo)', ';;', 'no @ ( AND Mo)']) {
    assert.equal(parseClauses(nothing), [], nothing);
  }
});

test('compare what a vehicle measures', () => {
  const measures = { weight: 3.5, height: 2 };
  const cases: [string, boolean | undefined][] = [
    ['weight>3.5', false],
    ['weight>=3.5', true],
    ['weight > 3000 kg', true],
    ['weight<3.5', false],
    ['weight<=3.5 t', true],
    ['weight=3.5', true],
    ["height<7'", true],
    ['length<5', false],
    ['weight>heavy', false],
    ['axles>2', undefined],
    ['Mo-Fr', undefined],
  ];
  for (const [condition, held] of cases)
    assert.is(holdsForSize(condition, measures), held, condition);
});

test('replace tags while they hold, the last clause that holds', () => {
  const limit = tagsOf({
    highway: 'residential',
    maxspeed: '50',
    'maxspeed:conditional': '30 @ (Mo-Fr 07:00-17:00); 20 @ (Mo-Fr 12:00-13:00); 10 @ snow',
  });
  const speed = (when: Date, words: 'snow'[] = []): number | undefined =>
    profileAt('car', when, { words }).way(limit)?.forward;
  assert.is(speed(monday(6, 59)), 50);
  assert.is(speed(monday(7)), 30);
  assert.is(speed(monday(12, 30)), 20);
  assert.is(speed(monday(17)), 50);
  assert.is(speed(new Date(2026, 0, 4, 12)), 50); // a Sunday
  assert.is(speed(monday(12, 30), ['snow']), 10);
  assert.is(PROFILES.car.way(limit)?.forward, 50);
});

test('close, open and turn round streets', () => {
  const open = (when: Date, tags: Record<string, string>): string => {
    const use = profileAt('car', when).way(tagsOf({ highway: 'residential', ...tags }));
    return `${Math.sign(use?.forward ?? 0)}${Math.sign(use?.backward ?? 0)}`;
  };
  const market = { 'access:conditional': 'no @ (Mo 06:00-14:00)' };
  assert.is(open(monday(5), market), '11');
  assert.is(open(monday(7), market), '00');
  const bridge = { motor_vehicle: 'no', 'motor_vehicle:conditional': 'yes @ (22:00-06:00)' };
  assert.is(open(monday(12), bridge), '00');
  assert.is(open(monday(23), bridge), '11');
  assert.is(open(monday(3), bridge), '11');
  const tide = { oneway: 'yes', 'oneway:conditional': '-1 @ (Mo-Fr 15:00-19:00)' };
  assert.is(open(monday(8), tide), '10');
  assert.is(open(monday(16), tide), '01');
  // heavy vehicles only
  assert.is(open(monday(8), { 'access:conditional': 'no @ (weight>7.5)' }), '11');
  const lorry = profileAt('car', monday(8), { measures: { weight: 12 } });
  const closed = tagsOf({ highway: 'primary', 'access:conditional': 'no @ (weight>7.5)' });
  assert.is(lorry.way(closed), undefined);
  // what nobody understands does not hold
  for (const odd of ['no @ (gibberish)', 'no', 'no @ (PH)', `no @ (${'Mo '.repeat(500)})`]) {
    assert.is(open(monday(8), { 'access:conditional': odd }), '11', odd.slice(0, 20));
  }
});

test('know public holidays where the country is known', () => {
  const tags = tagsOf({ highway: 'primary', 'access:conditional': 'no @ (PH)' });
  const place = { lon: 13.4, lat: 52.5, country: 'DE', state: 'be' };
  const labourDay = new Date(2026, 4, 1, 12);
  assert.is(profileAt('car', labourDay, { place }).way(tags), undefined);
  assert.ok(profileAt('car', labourDay).way(tags));
  assert.ok(profileAt('car', new Date(2026, 4, 4, 12), { place }).way(tags));
});

test('hold on gates and for turn restrictions', async () => {
  const gate = tagsOf({ barrier: 'gate', 'access:conditional': 'no @ (20:00-07:00)' });
  assert.is(profileAt('car', monday(21)).blocks(gate), true);
  assert.is(profileAt('car', monday(12)).blocks(gate), false);
  const xml = new TextEncoder().encode(`<osm version="0.6">
    <node id="1" lat="1" lon="1"/><node id="2" lat="1" lon="1.01"/>
    <node id="3" lat="1" lon="1.02"/>
    <way id="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="primary"/></way>
    <way id="2"><nd ref="2"/><nd ref="3"/><tag k="highway" v="primary"/></way>
    <relation id="1"><member type="way" ref="1" role="from"/>
      <member type="node" ref="2" role="via"/><member type="way" ref="2" role="to"/>
      <tag k="type" v="restriction"/>
      <tag k="restriction:conditional" v="no_straight_on @ (Mo-Fr 07:00-09:00)"/></relation>
  </osm>`);
  const used = async (when: Date): Promise<number> => {
    const profile = profileAt('car', when);
    const { report } = await readOsm(xml, { profile, turnRestrictions: true });
    return report.restrictionsUsed;
  };
  assert.is(await used(monday(8)), 1);
  assert.is(await used(monday(10)), 0);
});

test('are decided later in a network for any time, also from a file', async () => {
  const way = (id: number, tags: Record<string, string>): string => {
    const told = Object.entries({ highway: 'residential', ...tags });
    const nds = `<nd ref="${id}"/><nd ref="${id + 1}"/>`;
    const text = told.map(([k, v]) => `<tag k="${k}" v="${v.replace('>', '&gt;')}"/>`).join('');
    return `<way id="${id}">${nds}${text}</way>`;
  };
  const ways = [
    way(1, {}),
    way(2, { 'access:conditional': 'no @ (Mo 06:00-14:00)' }),
    way(3, { motor_vehicle: 'no', 'motor_vehicle:conditional': 'yes @ (22:00-06:00)' }),
    way(4, { oneway: 'yes', 'oneway:conditional': '-1 @ (Mo-Fr 15:00-19:00)' }),
    way(5, { maxspeed: '50', 'maxspeed:conditional': '30 @ (Mo-Fr 07:00-17:00); 10 @ snow' }),
    // more conditions than are combined
    way(6, {
      motor_vehicle: 'no',
      'motor_vehicle:conditional': 'yes @ (Mo); yes @ (Tu); yes @ (We); yes @ (Th); yes @ (Fr)',
    }),
    way(7, { access: 'no', 'access:conditional': 'no @ (Mo)' }),
  ];
  const nodes = [1, 2, 3, 4, 5, 6, 7, 8].map((id) => `<node id="${id}" lat="1" lon="1.0${id}"/>`);
  const xml = `<osm version="0.6">${nodes.join('')}${ways.join('')}</osm>`;
  const bytes = new TextEncoder().encode(xml);
  const network = await readOsm(bytes, { profile: profileAnyTime('car'), weight: 'seconds' });
  assert.equal(Array.from(network.roads.wayId, Number), [1, 2, 3, 4, 5, 6]);
  assert.is(network.graph.arcCount, 12);
  assert.ok(hasConditions(network));
  const told = (when: Date, from = network, words: 'snow'[] = []): string =>
    Array.from(speedsAt(from, when, { words })).join();
  const monday7 = 'NaN,NaN,0,0,0,0,30,0,30,30,30,30'.split(',');
  assert.is(told(monday(7)), monday7.join());
  assert.is(told(monday(7), readRoadNetwork(writeRoadNetwork(network))), monday7.join());
  assert.is(told(monday(16)).split(',').slice(6, 8).join(), '0,30');
  assert.is(told(monday(23)).split(',').slice(2, 6).join(), '30,30,30,30');
  assert.is(
    told(new Date(2026, 0, 4, 12))
      .split(',')
      .slice(8)
      .join(),
    '50,50,0,0',
  );
  assert.is(told(monday(7), network, ['snow']).split(',')[8], '10');
  const plain = await readOsm(bytes, { profile: 'car', weight: 'seconds' });
  assert.not(hasConditions(plain));
  assert.ok(speedsAt(plain, monday(7)).every(Number.isNaN));
  assert.throws(
    () => speedsAt({ ...plain, profile: 'mine' }, monday(7)),
    /options.profile is 'mine', expected the profile by which the network was read/,
  );
});

/** What `work` gives with the clock of the machine in each of some time zones. */
function inZones<T>(work: () => T): T[] {
  const before = process.env.TZ;
  try {
    return ['UTC', 'Asia/Tokyo', 'Europe/Berlin', 'America/Los_Angeles'].map((zone, i) => {
      process.env.TZ = zone;
      assert.is(new Date(2026, 0, 5).getTimezoneOffset(), [0, -540, -60, 480][i]);
      return work();
    });
  } finally {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  }
}

test('hold by the clock at the place, whatever the time zone of the machine', () => {
  const open = (value: string, when: Date, place?: { timeZone?: string }): string => {
    const where = place && { lon: 13.4, lat: 52.5, country: 'de', ...place };
    const profile = profileAt('car', when, where && { place: where });
    const tags = tagsOf({ highway: 'primary', 'access:conditional': `no @ (${value})` });
    return profile.way(tags) ? 'o' : '-';
  };
  const day = (value: string, month: number, place?: { timeZone?: string }): string =>
    Array.from({ length: 24 }, (_, h) => open(value, new Date(2026, month, 15, h, 30), place)).join(
      '',
    );
  const all = inZones(() => [
    day('07:00-09:00', 5),
    day('Mo 22:00-06:00', 5),
    // without a place the sun rises at 6 and sets at 18 o'clock
    day('sunset-sunrise', 5),
    // in Berlin it sets at 21:31 in June and at 15:53 in December, and rises at 4:43 and 8:10
    day('sunset-sunrise', 5, { timeZone: 'Europe/Berlin' }),
    day('sunset-sunrise', 11, { timeZone: 'Europe/Berlin' }),
    // an hour earlier by the longitude
    day('sunset-sunrise', 5, {}),
    day('(sunrise+03:00)-(sunset-06:00)', 5, { timeZone: 'Europe/Berlin' }),
    // the sky over Berlin is never dark in June: the minute in which the sun sets
    Array.from({ length: 60 }, (_, m) =>
      open('sunset-24:00', new Date(2026, 5, 15, 21, m), { timeZone: 'Europe/Berlin' }),
    ).join(''),
  ]);
  assert.equal(all[0].slice(0, 7), [
    'ooooooo--ooooooooooooooo',
    'oooooooooooooooooooooo--',
    '------oooooooooooo------',
    '-----ooooooooooooooooo--',
    '--------oooooooo--------',
    '----ooooooooooooooooo---',
    'oooooooo--------oooooooo',
  ]);
  assert.is(all[0][7].indexOf('-'), 31);
  for (const one of all) assert.equal(one, all[0]);
});

test('are asked for a moment by the clock of a time zone', () => {
  const told = inZones(() =>
    ['2026-06-01T06:30:15Z', '2026-12-01T23:30:00Z', '2026-03-29T00:59:59Z'].map((moment) => {
      const at = localTime(new Date(moment), 'Europe/Berlin');
      return [at.getMonth() + 1, at.getDate(), at.getHours(), at.getMinutes(), at.getSeconds()];
    }),
  );
  for (const one of told) {
    assert.equal(one, [
      [6, 1, 8, 30, 15],
      [12, 2, 0, 30, 0],
      [3, 29, 1, 59, 59],
    ]);
  }
  assert.throws(() => localTime(new Date(), 'Berlin'), /timeZone is 'Berlin', expected the IANA/);
  assert.throws(() => localTime(new Date(NaN), 'UTC'), /when is NaN, expected a time/);
});

test('are read in time that grows with their length, whatever stands between the words', () => {
  // processor time; in linear time 4 times as many take about 4 times as long, in quadratic time 16
  const spent = (spaces: number): number => {
    const before = process.cpuUsage();
    assert.is(parseClauses(`no @ a${' '.repeat(spaces)}b`)[0].conditions.length, 1);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  spent(25_000);
  const few = Math.min(...[1, 2, 3].map(() => spent(25_000)));
  const many = Math.min(...[1, 2, 3].map(() => spent(100_000)));
  // of few a millisecond at least: shorter times are noise
  assert.ok(many < 10 * Math.max(few, 1000), `${many} us for 100,000, ${few} us for 25,000`);
});

test('hold for open ground and for waits at nodes too', () => {
  const [day, night] = [12, 23].map((hour) => profileAt('foot', monday(hour)));
  const square = tagsOf({
    highway: 'pedestrian',
    area: 'yes',
    'access:conditional': 'no @ (22:00-06:00)',
  });
  assert.ok(day.area!(square));
  assert.is(night.area!(square), undefined);
  const signals = tagsOf({
    highway: 'crossing',
    'highway:conditional': 'traffic_signals @ (06:00-20:00)',
  });
  assert.ok(day.delay!(signals));
  assert.is(night.delay!(signals), undefined);
  assert.is('area' in profileAt('car', monday(12)), false);
});

test('refuse a time that is none', () => {
  assert.throws(() => profileAt('car', new Date(NaN)), /when is NaN, expected a time/);
  assert.throws(() => profileAt('car', '2026' as never), TypeError);
});
test.run();

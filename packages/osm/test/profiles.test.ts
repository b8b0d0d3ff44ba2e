import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PROFILES, type ProfileName, type Tags } from '../src/index.ts';
import { parseDuration, parseSpeed } from '../src/profile.ts';

/** `highway=road oneway=yes` as tags. */
const tagsOf = (text: string): Tags =>
  new Map(text.split(' ').map((tag) => tag.split('=') as [string, string]));

/** Kilometres per hour there and back, or 'no'. */
const use = (profile: ProfileName, text: string): string => {
  const found = PROFILES[profile].way(tagsOf(text));
  return found ? `${Math.round(found.forward)} ${Math.round(found.backward)}` : 'no';
};

const ways = suite('which ways profiles use');
const cases: [text: string, car: string, bicycle: string, foot: string][] = [
  ['highway=residential', '30 30', '18 18', '5 5'],
  ['highway=residential oneway=yes', '30 0', '18 0', '5 5'],
  ['highway=residential oneway=-1', '0 30', '0 18', '5 5'],
  ['highway=residential oneway=reversible', 'no', 'no', '5 5'],
  ['highway=residential oneway=alternating', '30 30', '18 18', '5 5'],
  ['highway=residential oneway=yes oneway:bicycle=no', '30 0', '18 18', '5 5'],
  ['highway=residential oneway=yes cycleway:left=opposite_lane', '30 0', '18 18', '5 5'],
  ['highway=residential oneway=yes cycleway:left:oneway=-1', '30 0', '18 18', '5 5'],
  ['highway=tertiary junction=roundabout', '50 0', '18 0', '5 5'],
  ['highway=tertiary junction=roundabout oneway=no', '50 50', '18 18', '5 5'],
  ['highway=motorway', '110 0', 'no', 'no'],
  ['highway=motorway oneway=no', '110 110', 'no', 'no'],
  ['highway=motorway_link', '60 60', 'no', 'no'],
  ['highway=trunk', '90 90', 'no', 'no'],
  ['highway=trunk bicycle=yes sidewalk=both', '90 90', '18 18', '5 5'],
  ['highway=primary motorroad=yes', '70 70', 'no', 'no'],
  ['highway=primary maxspeed=50', '50 50', '18 18', '5 5'],
  ['highway=primary maxspeed:backward=30', '70 30', '18 18', '5 5'],
  ['highway=unclassified surface=gravel', '30 30', '18 18', '5 5'],
  ['highway=residential access=private', 'no', 'no', 'no'],
  ['highway=residential access=no foot=yes', 'no', 'no', '5 5'],
  ['highway=residential access=no motor_vehicle=destination', '30 30', 'no', 'no'],
  ['highway=residential vehicle=no bicycle=yes', 'no', '18 18', '5 5'],
  ['highway=residential motor_vehicle:forward=no', '0 30', '18 18', '5 5'],
  ['highway=service access=customers', '20 20', '15 15', '5 5'],
  ['highway=track', 'no', '12 12', '5 5'],
  ['highway=cycleway', 'no', '18 18', '5 5'],
  ['highway=footway', 'no', '4 4', '5 5'],
  ['highway=footway bicycle=yes', 'no', '12 12', '5 5'],
  ['highway=footway bicycle=no', 'no', 'no', '5 5'],
  ['highway=pedestrian area=yes', 'no', 'no', '5 5'],
  ['highway=steps', 'no', 'no', '3 3'],
  ['highway=bridleway', 'no', 'no', '5 5'],
  ['highway=construction', 'no', 'no', 'no'],
  ['highway=constructor', 'no', 'no', 'no'],
  ['highway=__proto__', 'no', 'no', 'no'],
  ['route=ferry', '20 20', '20 20', '20 20'],
  ['route=ferry foot=yes', 'no', '20 20', '20 20'],
  ['route=ferry foot=yes motor_vehicle=yes', '20 20', '20 20', '20 20'],
  ['route=ferry motorcar=no', 'no', '20 20', '20 20'],
  ['route=bus', 'no', 'no', 'no'],
  ['building=yes', 'no', 'no', 'no'],
];
for (const [text, ...expected] of cases) {
  ways(text, () => {
    assert.equal([use('car', text), use('bicycle', text), use('foot', text)], expected);
    assert.is(use('all-ways', text), '50 50');
  });
}
ways.run();

const barriers = suite('who passes a barrier');
const passes: [text: string, car: boolean, bicycle: boolean, foot: boolean][] = [
  ['barrier=bollard', false, true, true],
  ['barrier=gate', true, true, true],
  ['barrier=gate access=no', false, false, false],
  ['barrier=gate locked=yes', false, false, false],
  ['barrier=bollard motor_vehicle=yes', true, true, true],
  ['barrier=lift_gate access=private foot=yes', false, false, true],
  ['barrier=stile', false, false, true],
  ['barrier=toll_booth', true, true, true],
  ['barrier=wall', false, false, false],
  ['highway=crossing access=no', true, true, true],
];
for (const [text, ...expected] of passes) {
  barriers(text, () => {
    const found = (['car', 'bicycle', 'foot'] as const).map(
      (name) => !PROFILES[name].blocks(tagsOf(text)),
    );
    assert.equal(found, expected);
    assert.not(PROFILES['all-ways'].blocks(tagsOf(text)));
  });
}
barriers.run();

const numbers = suite('speeds and durations');
numbers('are read in the units in use, or not at all', () => {
  const speeds = [
    '50',
    '30 mph',
    '30mph',
    '10 knots',
    '50 km/h',
    'walk',
    'none',
    'DE:urban',
    '0',
    '-5',
    '',
  ];
  assert.equal(
    speeds.map((text) => Math.round(parseSpeed(text) ?? -1)),
    [50, 48, 48, 19, 50, 6, -1, -1, -1, -1, -1],
  );
  const durations = [
    '10',
    '00:10',
    '1:20',
    '01:20:30',
    'PT1H20M',
    'P1DT2H',
    'PT30S',
    '0',
    'soon',
    '',
  ];
  assert.equal(
    durations.map((text) => parseDuration(text) ?? -1),
    [600, 600, 4800, 4830, 4800, 93600, 30, -1, -1, -1],
  );
});
numbers.run();

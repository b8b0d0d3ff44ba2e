import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PROFILES, type ProfileName, type Tags } from '../src/index.ts';
import { OSRM_PROFILES } from '../src/osrm.ts';
import { hasAbsurdSpeed, parseDuration, parseSpeed } from '../src/profile.ts';
import { parseMetres, parseTonnes } from '../src/vehicle-size.ts';

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
  ['highway=unclassified surface=gravel', '30 30', '12 12', '5 5'],
  ['highway=residential smoothness=bad', '30 30', '12 12', '5 5'],
  ['highway=residential incline=10%', '30 30', '5 27', '5 5'],
  ['highway=residential incline=-4%', '30 30', '22 9', '5 5'],
  ['highway=residential incline=up surface=sett', '30 30', '5 15', '5 5'],
  ['highway=residential incline=200%', '30 30', '18 18', '5 5'],
  ['highway=residential incline=10% oneway=yes oneway:bicycle=no', '30 0', '5 27', '5 5'],
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
  ['highway=footway oneway:foot=1', 'no', '4 0', '5 0'],
  ['highway=footway oneway:foot=reverse', 'no', '0 4', '0 5'],
  ['highway=footway oneway:foot=reversible', 'no', '4 4', '5 5'],
  ['highway=steps', 'no', 'no', '3 3'],
  ['highway=bridleway', 'no', 'no', '5 5'],
  ['highway=construction', 'no', 'no', 'no'],
  ['highway=constructor', 'no', 'no', 'no'],
  ['highway=__proto__', 'no', 'no', 'no'],
  ['route=ferry', '20 20', '20 20', '20 20'],
  ['route=ferry foot=yes', 'no', '20 20', '20 20'],
  ['route=ferry foot=yes motor_vehicle=yes', '20 20', '20 20', '20 20'],
  ['route=ferry motorcar=no', 'no', '20 20', '20 20'],
  ['route=ferry oneway=yes', '20 0', '20 0', '20 0'],
  ['route=ferry oneway=1', '20 0', '20 0', '20 0'],
  ['route=ferry oneway=reverse', '0 20', '0 20', '0 20'],
  ['route=ferry oneway=maybe', '20 20', '20 20', '20 20'],
  ['route=bus', 'no', 'no', 'no'],
  ['building=yes', 'no', 'no', 'no'],
  // the most specific mode decides, whether it names a direction or not
  ['highway=primary access:forward=yes motor_vehicle=no', 'no', '18 18', '5 5'],
  ['highway=primary access=no access:forward=no motorcar=yes', '70 70', 'no', 'no'],
  ['highway=primary motorcar=no motorcar:backward=yes', '0 70', '18 18', '5 5'],
  ['highway=residential vehicle:forward=no bicycle=yes', '0 30', '18 18', '5 5'],
  ['highway=primary oneway:vehicle=yes', '70 0', '18 0', '5 5'],
  ['highway=primary oneway=yes oneway:vehicle=no', '70 70', '18 18', '5 5'],
  ['highway=primary oneway:vehicle=yes oneway:motorcar=no', '70 70', '18 0', '5 5'],
  // a key with an unknown value counts as absent, so the next more general key decides
  ['highway=primary oneway=yes oneway:motorcar=maybe', '70 0', '18 0', '5 5'],
  ['highway=primary oneway=-1 oneway:vehicle=maybe', '0 70', '0 18', '5 5'],
  ['highway=primary oneway=yes oneway:bicycle=maybe', '70 0', '18 0', '5 5'],
  ['highway=primary junction=roundabout oneway=no oneway:motorcar=', '70 70', '18 18', '5 5'],
  ['highway=motorway oneway=alternating', '110 0', 'no', 'no'],
  ['highway=motorway oneway=', '110 0', 'no', 'no'],
  // of a list one word that lets through is enough
  ['highway=primary motor_vehicle=forestry;agricultural', 'no', '18 18', '5 5'],
  ['highway=primary access=psv;bus', 'no', 'no', 'no'],
  ['highway=primary access=private;delivery', '70 70', 'no', 'no'],
  ['highway=primary access=no;destination', '70 70', '18 18', '5 5'],
  ['highway=primary access=;', '70 70', '18 18', '5 5'],
  // words that name others, or that need leave
  ['highway=primary access=taxi', 'no', 'no', 'no'],
  ['highway=primary access=share_taxi', 'no', 'no', 'no'],
  ['highway=primary access=minibus', 'no', 'no', 'no'],
  ['highway=primary access=official', 'no', 'no', 'no'],
  ['highway=primary access=emergency_vehicle', 'no', 'no', 'no'],
  ['highway=primary access=residents', 'no', 'no', 'no'],
  ['highway=primary access=none', 'no', 'no', 'no'],
  ['highway=primary access=foot', 'no', 'no', '5 5'],
  ['highway=primary access=pedestrian', 'no', 'no', '5 5'],
  ['highway=primary motor_vehicle=pedestrian', 'no', '18 18', '5 5'],
  ['highway=primary access=private;pedestrian', 'no', 'no', '5 5'],
  ['highway=primary access=bicycle', 'no', '18 18', 'no'],
  ['highway=primary access=delivery', '70 70', 'no', 'no'],
  ['highway=primary access=permit', '70 70', '18 18', '5 5'],
  // what nobody can drive on
  ['highway=primary smoothness=impassable', 'no', 'no', '5 5'],
  ['highway=primary construction=yes', 'no', 'no', 'no'],
  ['highway=primary construction=widening', '70 70', '18 18', '5 5'],
  ['highway=service service=emergency_access', 'no', '15 15', '5 5'],
  // a car has its size
  ['highway=primary maxwidth=1.9', 'no', '18 18', '5 5'],
  ['highway=primary width=6\'2"', 'no', '18 18', '5 5'],
  ['highway=primary maxwidth:physical=2', '70 70', '18 18', '5 5'],
  ['highway=primary maxheight=1.5', 'no', '18 18', '5 5'],
  ['highway=primary maxheight=default', '70 70', '18 18', '5 5'],
  ['highway=primary maxlength=4', 'no', '18 18', '5 5'],
  ['highway=primary maxweight=900kg', 'no', '18 18', '5 5'],
  ['highway=primary maxweight=3.5', '70 70', '18 18', '5 5'],
  // walkers: platforms, piers, motorways by leave, stairs that move
  ['highway=motorway foot=yes', '110 0', 'no', '5 5'],
  ['highway=motorway access=yes', '110 0', 'no', 'no'],
  ['railway=platform', 'no', 'no', '5 5'],
  ['public_transport=platform', 'no', 'no', '5 5'],
  ['man_made=pier', 'no', 'no', '5 5'],
  ['man_made=pier foot=no', 'no', 'no', 'no'],
  ['highway=steps conveying=forward', 'no', 'no', '3 0'],
  ['highway=steps conveying=backward', 'no', 'no', '0 3'],
  ['highway=steps conveying=forward oneway=no', 'no', 'no', '3 3'],
  ['route=shuttle_train bicycle=yes', '60 60', '60 60', '60 60'],
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
  // who crosses the road, not who follows it
  ['highway=crossing access=no', true, true, true],
  ['highway=crossing barrier=gate access=no', false, false, false],
  ['access=no', false, false, false],
  ['motor_vehicle=no', false, true, true],
  ['access=no foot=yes', false, false, true],
  ['access=delivery', true, false, false],
  ['access=pedestrian', false, false, true],
  ['barrier=bollard bollard=rising', true, true, true],
  ['barrier=bollard bollard=rising motorcar=no', false, true, true],
  ['barrier=kerb', false, true, true],
  ['barrier=kerb kerb=lowered', true, true, true],
  ['barrier=kerb highway=crossing', true, true, true],
  ['barrier=fence sensory=audible', true, true, true],
  ['barrier=height_restrictor', true, true, true],
  ['barrier=height_restrictor maxheight=1', false, true, true],
  ['barrier=gate maxwidth=1.5 access=yes', true, true, true],
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
numbers('that no road has are no limits', () => {
  for (const text of ['0', '-5', '0.9', '301', '200 mph', '1e400', `0.${'0'.repeat(35)}1`]) {
    assert.is(parseSpeed(text), undefined, text);
    assert.ok(hasAbsurdSpeed(new Map([['maxspeed:backward', text]])), text);
  }
  for (const text of ['1', '300', '186 mph', 'none', 'walk', 'DE:urban', '']) {
    assert.not(hasAbsurdSpeed(new Map([['maxspeed', text]])), text);
  }
});
numbers('of OSRM are not those of words that every object has', () => {
  for (const [profile, keys] of [
    ['car', ['surface', 'tracktype', 'smoothness', 'maxspeed', 'source:maxspeed']],
    ['foot', ['surface']],
  ] as const) {
    const { way, delay } = OSRM_PROFILES[profile];
    const plain = way(new Map([['highway', 'residential']]))!;
    for (const key of keys) {
      for (const word of ['constructor', 'toString', 'fr:constructor']) {
        const odd = way(
          new Map([
            ['highway', 'residential'],
            [key, word],
          ]),
        );
        assert.equal(odd, plain, `${profile}, ${key}=${word}`);
      }
    }
    assert.is(delay!(new Map([['highway', 'constructor']])), undefined);
  }
});
numbers('of widths and weights are read in the units in use, or not at all', () => {
  const metres = ['2.1', '2.1 m', '210 cm', "7'", '6\'2"', '6 ft', 'default', '2,1'];
  assert.equal(
    metres.map((text) => Math.round(100 * (parseMetres(text) ?? -1))),
    [210, 210, 210, 213, 188, 183, -100, -100],
  );
  const tonnes = ['3.5', '3.5 t', '3500 kg', '4 st', '2000 lbs', 'unsigned'];
  assert.equal(
    tonnes.map((text) => Math.round(10 * (parseTonnes(text) ?? -1))),
    [35, 35, 35, 36, 9, -10],
  );
});
numbers.run();

// The profiles that OSRM's scenarios name, as profiles of our reader: what OSRM states about
// speeds, signs and turns. Who may use which road is left to our profiles for cars and walkers.
import { type Profile, PROFILES, type Tags, type WayUse } from '@wayfield/osm';
import { OSRM_PROFILES } from '@wayfield/osm/osrm';

/** The delay of `testbot` at traffic signals; seconds. */
const TESTBOT_SIGNAL = 7;
/** Seconds that `testbot` takes for turning back. */
const TESTBOT_BACK = 20;

function signals(seconds: number): NonNullable<Profile['delay']> {
  return (tags) => {
    const told = PROFILES.car.delay!(tags);
    return told && { forward: told.forward && seconds, backward: told.backward && seconds };
  };
}

const TESTBOT_SPEED: Readonly<Record<string, number>> = {
  primary: 36,
  secondary: 18,
  tertiary: 12,
  steps: 6,
};
/** Kilometres per hour on all other ways. */
const OTHER_SPEED = 24;

/** Kilometres per hour of a tag; undefined: it is none. */
function limitOf(tags: Tags, key: string): number | undefined {
  const limit = Number(tags.get(key));
  return limit > 0 ? limit : undefined;
}

/** OSRM's profile for tests: every way is a road, at speeds that are easy to reckon with. */
const testbot: Profile = {
  name: 'testbot',
  keys: ['highway', 'route', 'railway', 'area'],
  modes: ['vehicle', 'motor_vehicle', 'motorcar'],
  way(tags): WayUse | undefined {
    const usual = TESTBOT_SPEED[tags.get('highway') ?? ''] ?? OTHER_SPEED;
    let [forward, backward] = [usual, usual];
    if (tags.get('highway') === 'river') [forward, backward] = [usual * 1.5, usual / 1.5];
    const limit = limitOf(tags, 'maxspeed') ?? Infinity;
    forward = limitOf(tags, 'maxspeed:forward') ?? Math.min(forward, limit);
    backward = limitOf(tags, 'maxspeed:backward') ?? Math.min(backward, limit);
    // directions and timetables are read as for cars
    const ferry = PROFILES.car.way(new Map([...tags, ['route', 'ferry']].filter(isOfFerry)));
    const oneway = tags.get('oneway') ?? (tags.get('junction') === 'roundabout' ? 'yes' : 'no');
    if (oneway === '-1') forward = 0;
    if (['yes', '1', 'true'].includes(oneway)) backward = 0;
    return {
      roadClass: tags.has('route')
        ? 'ferry'
        : tags.get('highway') === 'motorway'
          ? 'motorway'
          : 'primary',
      forward,
      backward,
      ...(tags.has('duration') && { duration: ferry?.duration }),
      ...(tags.has('route')
        ? { modes: ['route', 'route'] }
        : tags.get('highway') === 'river'
          ? { modes: ['river downstream', 'river upstream'] }
          : tags.get('highway') === 'steps' && { modes: ['steps down', 'steps up'] }),
    };
  },
  blocks: () => false,
  delay: signals(TESTBOT_SIGNAL),
  // a turn within one degree of turning back counts as turning back
  turn: ({ angle, isBack }) => (isBack || Math.abs(angle) > 179 ? TESTBOT_BACK : 0),
};

const isOfFerry = (tag: string[]): tag is [string, string] =>
  tag[0] === 'route' || tag[0] === 'duration';

/** Seconds that `turnbot` takes for turning back, and in proportion for other turns. */
const HALF_TURN = 20;

/** By the name that scenarios use. */
export const SCENARIO_PROFILES: Readonly<Record<string, Profile>> = {
  testbot,
  ...OSRM_PROFILES,
  turnbot: {
    ...testbot,
    turn: ({ angle }) => (HALF_TURN * Math.abs(angle)) / 180,
    // `turnbot` prices signals like turns: a signal on a way takes as long as turning back
    delay: signals(HALF_TURN),
  },
};

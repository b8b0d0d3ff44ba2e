// Usual speeds by road class, for agents and lanes where no caller gives a speed and the network's
// weights are not seconds. Called by trajectory.ts and by lanes.ts of ../traffic.
import { positive } from '@wayfield/check';
import type { ProfileName } from '../profiles.ts';
import { ROAD_CLASSES, type RoadClass } from '../road-class.ts';
import { checkNetwork } from '../rules.ts';
import type { RoadNetwork } from '../types.ts';
import { CAR_ROADS, RIDING, WALKING } from '../usual-speeds.ts';

/** Default speeds of agents by road class, in kilometres per hour, all chosen. */
const CAR: Readonly<Record<RoadClass, number>> = {
  ...CAR_ROADS,
  track: 20,
  pedestrian: WALKING,
  cycleway: RIDING,
  footway: WALKING,
  path: WALKING,
  steps: 3,
  ferry: 20,
  other: 30,
};
/** Kilometres per hour that an agent of a profile drives at most, ferries excepted. */
const MOST: Readonly<Record<ProfileName, number>> = {
  car: Infinity,
  bicycle: RIDING,
  foot: WALKING,
  'all-ways': Infinity,
};

/** Kilometres per hour by the number of the road class that are usual for the network's profile. */
export function usualSpeeds(network: RoadNetwork): Float64Array {
  checkNetwork(network);
  return classSpeeds(network, {});
}

/**
 * Kilometres per hour by the number of the class: the usual speeds, except where `given` has
 * another. Throws RangeError for an unknown class and for a speed that is not above 0.
 */
export function classSpeeds(
  { profile }: RoadNetwork,
  given: Partial<Record<RoadClass, number>>,
): Float64Array {
  for (const name of Object.keys(given)) {
    if (ROAD_CLASSES.includes(name as RoadClass)) continue;
    throw new RangeError(`speed.${name}: there is no such road class`);
  }
  // the name of a caller's own profile may be `constructor`
  const most = Object.hasOwn(MOST, profile) ? MOST[profile as ProfileName] : Infinity;
  return Float64Array.from(ROAD_CLASSES, (name) => {
    const usual = name === 'ferry' ? CAR.ferry : Math.min(CAR[name], most);
    const speed = given[name] === undefined ? usual : given[name];
    positive(speed, `speed.${name}`);
    return speed;
  });
}

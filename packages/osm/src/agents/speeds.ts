// Usual speeds by road class, for agents and lanes where no caller gives a speed and the network's
// weights are not seconds. Called by trajectory.ts and by lanes.ts of ../traffic.
import { positive } from '@wayfield/check';
import { ROAD_CLASSES, type RoadClass } from '../road-class.ts';
import { checkNetwork } from '../rules.ts';
import type { RoadNetwork } from '../types.ts';

/**
 * Default speeds of agents by road class, in kilometres per hour, all chosen. Those of roads for
 * cars repeat `CAR_SPEED` of profiles.ts, whose links have speeds of their own. Change both alike.
 */
const CAR: Readonly<Record<RoadClass, number>> = {
  motorway: 110,
  trunk: 90,
  primary: 70,
  secondary: 60,
  tertiary: 50,
  unclassified: 45,
  residential: 30,
  living_street: 10,
  service: 20,
  track: 20,
  pedestrian: 5,
  cycleway: 18,
  footway: 5,
  path: 5,
  steps: 3,
  ferry: 20,
  other: 30,
};
/**
 * Kilometres per hour that an agent of a profile drives at most, ferries excepted: the speed of a
 * bicycle on most roads and that of a walker in profiles.ts.
 */
const SLOW: ReadonlyMap<string, number> = new Map([
  ['bicycle', 18],
  ['foot', 5],
]);

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
  const most = SLOW.get(profile) ?? Infinity;
  return Float64Array.from(ROAD_CLASSES, (name) => {
    const usual = name === 'ferry' ? CAR.ferry : Math.min(CAR[name], most);
    const speed = given[name] === undefined ? usual : given[name];
    positive(speed, `speed.${name}`);
    return speed;
  });
}

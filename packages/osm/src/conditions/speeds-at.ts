// The speeds of roads with conditional tags at a time, from the tags that `profileAnyTime` kept.
// The network does not change; services of departure times take the speeds.
import { checkOptions, type OptionRules, refuseKind } from '@wayfield/check';
import type { Profile, WayUse } from '../profile.ts';
import { PROFILES, type ProfileName } from '../profiles.ts';
import { checkNetwork, profileRule } from '../rules.ts';
import type { RoadNetwork } from '../types.ts';
import { type ConditionOptions, CONDITIONS, profileAt } from './profile-at.ts';

/** Options of `speedsAt`. */
export interface SpeedsAtOptions extends ConditionOptions {
  /**
   * Who travels. Default: the profile of the package with the name that the network has. TypeError
   * if the package has none of this name.
   */
  readonly profile?: ProfileName | Profile;
}

const OPTIONS: OptionRules = { ...CONDITIONS, profile: profileRule };

/**
 * Kilometres per hour at a moment along each road, `2 * road`, and against it, `2 * road + 1`, as
 * `SpeedSlice.kmh` and `setLive` of `@wayfield/routing/departures` take them: 0 = closed, NaN = as
 * in the network. Only ways with conditional tags that `profileAnyTime` kept have speeds. The local
 * clock of `when` is that of the map, whatever the time zone of the machine: see `localTime` for a
 * moment. A call takes milliseconds for thousands of different sets of tags.
 *
 * Opening hours are read by the package `opening_hours`, which has to be installed beside this one.
 *
 * @example
 * const network = await readOsm(file, { profile: profileAnyTime('car'), weight: 'seconds' });
 * const kmh = speedsAt(network, new Date(2026, 5, 1, 8, 30));
 * console.log(kmh.length === 2 * network.roads.count); // true
 */
export function speedsAt(
  network: RoadNetwork,
  when: Date,
  options: SpeedsAtOptions = {},
): Float32Array {
  checkNetwork(network);
  checkOptions('speedsAt', options, OPTIONS);
  const { profile = network.profile as ProfileName, ...conditions } = options;
  if (typeof profile === 'string' && !Object.hasOwn(PROFILES, profile)) {
    refuseKind('options.profile', profile, 'the profile by which the network was read');
  }
  const { way } = profileAt(profile, when, conditions);
  const { roads, details = [] } = network;
  const kmh = new Float32Array(2 * roads.count).fill(NaN);
  const uses = details.map(({ tags }) => tags && speedsOf(way(new Map(JSON.parse(tags)))));
  if (!uses.some((use) => use !== undefined)) return kmh;
  for (let road = 0; road < roads.count; road++) {
    const use = uses[roads.detail![road]];
    if (use) kmh.set(use, 2 * road);
  }
  return kmh;
}

/** Whether roads of a network have conditional tags that `profileAnyTime` kept for `speedsAt`. */
export function hasConditions(network: RoadNetwork): boolean {
  checkNetwork(network);
  const { details = [] } = network;
  return details.some(({ tags }) => tags !== undefined);
}

/** The speeds in both directions: 0 = closed, NaN = the network's, as of a way with a timetable. */
function speedsOf(use: WayUse | undefined): [number, number] {
  if (!use) return [0, 0];
  const { forward, backward, duration } = use;
  if (duration === undefined) return [forward, backward];
  return [forward && NaN, backward && NaN];
}

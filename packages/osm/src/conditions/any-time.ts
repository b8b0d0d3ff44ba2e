// Networks for all times: a direction of a way is open if it is open at some time. The tags of ways
// with conditional tags are kept in the network, so that `speedsAt` (speeds-at.ts) can find their
// speeds at a given time.
import type { Tags } from '../elements.ts';
import type { Profile, WayUse } from '../profile.ts';
import { type ProfileName, profileOf } from '../profiles.ts';
import { profileRule } from '../rules.ts';
import { conditionsOf, tagsUnder } from './conditional-tags.ts';

/**
 * Most conditions of a way of which all combinations are tried, at most 16. Chosen: few ways have
 * more than three conditions.
 */
const MOST_COMBINED = 4;

/**
 * A profile for a network whose conditional tags are decided later, by `speedsAt`: a direction of a
 * way is open if it is open under some combination of its conditions, at the highest speed that a
 * combination gives. All combinations of up to four conditions are tried. If there are more, these
 * are tried: none of them, each alone, and all together. Conditions of nodes, of open ground, of
 * turn restrictions and, with `endsOnly`, of roads for ends never hold: for these take `profileAt`.
 *
 * @example
 * const network = await readOsm(file, { profile: profileAnyTime('car'), weight: 'seconds' });
 * const kmh = speedsAt(network, new Date(2026, 5, 1, 8, 30));
 * console.log(kmh.length === 2 * network.roads.count); // true
 */
export function profileAnyTime(profile: ProfileName | Profile): Profile {
  profileRule(profile, 'profile');
  const base = profileOf(profile);
  return { ...base, way: (tags) => usedAtAnyTime(base, tags) };
}

function usedAtAnyTime(base: Profile, tags: Tags): WayUse | undefined {
  const conditions = conditionsOf(tags);
  if (conditions.length === 0) return base.way(tags);
  let found: WayUse | undefined;
  for (const held of combinations(conditions)) {
    const use = base.way(tagsUnder(tags, (one) => held.has(one)));
    if (!use) continue;
    const { forward, backward } = found ?? use;
    found = {
      ...(found ?? use),
      forward: Math.max(forward, use.forward),
      backward: Math.max(backward, use.backward),
      keepTags: true,
    };
  }
  return found;
}

/** All sets of conditions; of more than MOST_COMBINED: the empty set, each alone, all together. */
function combinations(conditions: readonly string[]): Set<string>[] {
  if (conditions.length > MOST_COMBINED) {
    return [new Set(), ...conditions.map((one) => new Set([one])), new Set(conditions)];
  }
  return Array.from(
    { length: 1 << conditions.length },
    (_, bits) => new Set(conditions.filter((__, i) => (bits & (1 << i)) !== 0)),
  );
}

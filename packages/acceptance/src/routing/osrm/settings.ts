// What scenarios set in OSRM's Lua profiles, where an option here sets the same.
import type { Profile } from '@wayfield/osm';
import type { OsrmOptions } from '@wayfield/serve/osrm';
import type { Scenario, Step } from './read-features.ts';

/** Settings by name, in the words of Lua. */
export type Settings = ReadonlyMap<string, string>;

/** Settings that have an option here, or that only say how OSRM rounds. */
const KNOWN = new Set([
  'left_hand_driving',
  'is_left_hand_driving',
  'vehicle_max_speed',
  'weight_name',
  'weight_precision',
  'u_turn_penalty',
  'traffic_signal_penalty',
  'avoid',
  'cardinal_directions',
]);
/** Lines that only hand a function on. */
const FRAME = [
  /^(?:end|return functions)?$/,
  /^local \w+ = functions\.\w+$/,
  /^(?:local )?functions = require\('\w+'\)$/,
  /^functions\.process_way = function\(/,
  /^testbot_process_way\(/,
];

/** What scenarios set; undefined: something that is no option here. */
export function settingsOf(steps: readonly Step[]): Settings | undefined {
  const settings = new Map<string, string>();
  for (const { text, doc } of steps) {
    if (!text.startsWith('the profile file')) continue;
    for (const line of doc.split('\n').map((one) => one.trim())) {
      if (FRAME.some((frame) => frame.test(line))) continue;
      const found = /^(?:profile|result)\.(?:properties\.)?(\w+)\s*=\s*(.*)$/.exec(line);
      if (!found || !KNOWN.has(found[1])) return undefined;
      settings.set(found[1], found[2]);
    }
  }
  return settings;
}

/** The profile that is meant where the text of one begins with another. */
export function profileNameOf(steps: readonly Step[]): string {
  const names = steps.map(({ text, doc }) => {
    const said = /^the profile (?:file )?"(\w+)"/.exec(text) ?? /require\('(\w+)'\)/.exec(doc);
    return said?.[1];
  });
  return names.findLast((name) => name !== undefined) ?? 'car';
}

export const isLeftHand = (settings: Settings): boolean =>
  [...settings].some(([key, value]) => key.endsWith('left_hand_driving') && value === 'true');

/** Options of the service, by settings and by what OSRM's programs are told. */
export function serviceOptionsOf({ steps, line, name }: Scenario, settings: Settings): OsrmOptions {
  const version = steps.map(({ text }) => /--data_version (\w+)/.exec(text)?.[1]);
  const dataVersion = version.findLast((one) => one !== undefined);
  return {
    // the files of OSRM's own runs are named after scenarios
    speedSource: `${line}_${name.toLowerCase().replaceAll(' ', '_')}_speeds`,
    ...(dataVersion !== undefined && { dataVersion }),
    ...(isLeftHand(settings) && { drivingSide: 'left' as const }),
  };
}

/** A profile with what scenarios set. */
export function profileWith(profile: Profile, settings: Settings): Profile {
  const most = Number(settings.get('vehicle_max_speed') ?? NaN);
  const signal = settings.get('traffic_signal_penalty');
  const back = settings.get('u_turn_penalty');
  const avoided = [...(settings.get('avoid') ?? '').matchAll(/'(\w+)'/g)].map(([, name]) => name);
  const { delay, turn } = profile;
  return {
    ...profile,
    way(tags) {
      if (avoided.includes(tags.get('highway') ?? '')) return undefined;
      const use = profile.way(tags);
      if (!use || Number.isNaN(most)) return use;
      const { forward, backward } = use;
      return { ...use, forward: Math.min(forward, most), backward: Math.min(backward, most) };
    },
    ...(delay && {
      delay(tags) {
        const found = delay(tags);
        if (!found || signal === undefined || tags.get('highway') !== 'traffic_signals')
          return found;
        const seconds = Number(signal);
        return {
          forward: found.forward && seconds,
          backward: found.backward && seconds,
        };
      },
    }),
    ...(turn && {
      turn: (one) => (one.isBack && back !== undefined ? Number(back) : turn(one)),
    }),
  };
}

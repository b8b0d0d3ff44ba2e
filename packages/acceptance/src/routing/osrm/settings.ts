// What scenarios set in OSRM's Lua profiles, where an option here sets the same.
import type { Profile, SideArea, WayUse } from '@wayfield/osm';
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
  'turn_bias',
  'result.forward_mode',
  'result.backward_mode',
  'result.forward_speed',
  'result.backward_speed',
  'result.duration',
  'result.weight',
  'result.forward_rate',
  'result.backward_rate',
  'result.name',
  'result.ref',
  'result.destinations',
  'result.exits',
  'result.pronunciation',
  'result.turn_lanes_forward',
  'result.turn_lanes_backward',
  'segment.weight',
  'segment.duration',
]);
/** Lines of Lua that set nothing. */
const FRAME = [
  /^(?:end|return functions)?$/,
  /^local \w+ = functions\.\w+$/,
  /^(?:local )?functions = require\('\w+'\)$/,
  /^functions\.process_way = function\(/,
  /^testbot_process_way\(/,
  /^functions\.setup(?:_testbot)? = (?:functions\.setup|function\(\))$/,
  /^local profile = functions\.setup_testbot\(\)$/,
  /^return profile$/,
  /^function (?:segment|way)_function\(/,
  /^functions\.process_segment = (?:function\(|segment_function$)/,
  /^functions\.process_way = way_function$/,
  // a table of speeds, of which only the roads without a speed matter
  /^profile\.speeds = Sequence \{$|^highway = \{$|^\w+ *= \d+,?$|^\}$/,
];

/** What a scenario sets; undefined where it sets something that has no option here. */
export function settingsOf(steps: readonly Step[]): Settings | undefined {
  const settings = new Map<string, string>();
  for (const { text, doc } of steps) {
    if (!text.startsWith('the profile file')) continue;
    for (const line of doc.split('\n').map((one) => one.trim())) {
      if (FRAME.some((frame) => frame.test(line))) continue;
      const found = /^(profile|result|segment)\.(?:properties\.)?(\w+)\s*=\s*(.*)$/.exec(line);
      const name = found && [found[2], `${found[1]}.${found[2]}`].find((one) => KNOWN.has(one));
      if (!name) return undefined;
      settings.set(name, found[3]);
    }
  }
  return settings;
}

/** The profile that a scenario names last, or on which its own profile file is built. */
export function profileNameOf(steps: readonly Step[]): string {
  const names = steps.map(({ text, doc }) => {
    const said = /^the profile (?:file )?"(\w+)"/.exec(text) ?? /require\('(\w+)'\)/.exec(doc);
    return said?.[1];
  });
  return names.findLast((name) => name !== undefined) ?? 'car';
}

/** Decimals of weights: those of OSRM where scenarios set none. */
export const decimalsOf = (settings: Settings): number =>
  Number(settings.get('weight_precision') ?? 1);

export const isLeftHand = (settings: Settings): boolean =>
  [...settings].some(([key, value]) => key.endsWith('left_hand_driving') && value === 'true');

/**
 * The region of `--location-dependent-data` in scenarios. Its file is not among the files of the
 * scenarios: two degrees to the north-east of the origin, where traffic drives on the left.
 */
const NULL_ISLAND: SideArea = {
  side: 'left',
  rings: [
    [
      [0, 0],
      [0, 2],
      [2, 2],
      [2, 0],
      [0, 0],
    ],
  ],
};

/** The areas of driving sides that OSRM's programs are told. */
export const sidesOf = (steps: readonly Step[]): SideArea[] =>
  steps.some(({ text }) => text.includes('/null-island.geojson')) ? [NULL_ISLAND] : [];

/** Options of the service, by settings and by what OSRM's programs are told. */
export function serviceOptionsOf({ steps, line, name }: Scenario, settings: Settings): OsrmOptions {
  const version = steps.map(({ text }) => /--data_version (\w+)/.exec(text)?.[1]);
  const dataVersion = version.findLast((one) => one !== undefined);
  const weightName = /^'(?!distance)(\w+)'$/.exec(settings.get('weight_name') ?? '')?.[1];
  return {
    ...(weightName !== undefined && { weightName }),
    weightDecimals: decimalsOf(settings),
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
  const own = ownUse(settings);
  const seconds = Number(settings.get('segment.duration') ?? NaN);
  const cost = Number(settings.get('segment.weight') ?? NaN);
  // a bias below 1 makes turns across the traffic the cheaper ones
  const turned = settings.get('turn_bias')?.startsWith('1 /') === true;
  return {
    ...profile,
    way(tags) {
      if (avoided.includes(tags.get('highway') ?? '')) return undefined;
      const use = own ?? profile.way(tags);
      if (!use || Number.isNaN(most)) return use;
      const { forward, backward } = use;
      return { ...use, forward: Math.min(forward, most), backward: Math.min(backward, most) };
    },
    ...(!Number.isNaN(seconds) && { segment: () => ({ seconds, cost }) }),
    ...(delay && {
      delay(tags) {
        const found = delay(tags);
        if (!found || signal === undefined || tags.get('highway') !== 'traffic_signals')
          return found;
        return {
          forward: found.forward && Number(signal),
          backward: found.backward && Number(signal),
        };
      },
    }),
    ...(turn && {
      turn(one) {
        if (one.isBack && back !== undefined) return Number(back);
        return turn(turned ? { ...one, leftHand: !one.leftHand } : one);
      },
    }),
  };
}

/** The use of all ways, where scenarios replace OSRM's function for ways. */
function ownUse(settings: Settings): WayUse | undefined {
  if (![...settings.keys()].some((name) => name.startsWith('result.'))) return undefined;
  const number = (name: string): number | undefined =>
    settings.has(`result.${name}`) ? Number(settings.get(`result.${name}`)) : undefined;
  const [duration, cost, rate] = ['duration', 'weight', 'forward_rate'].map(number);
  return {
    roadClass: 'primary',
    name: '',
    forward: number('forward_speed') ?? 1,
    backward: number('backward_speed') ?? 1,
    ...(duration !== undefined && { duration }),
    ...(cost !== undefined && { cost }),
    ...(rate !== undefined && { rates: [rate, number('backward_rate') ?? rate] }),
  };
}

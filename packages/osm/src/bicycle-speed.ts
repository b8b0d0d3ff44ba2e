// How fast a bicycle rides, by the ground and the slope. The profile `bicycle` calls
// `ridingSpeeds`.
import type { Tags } from './elements.ts';

/** Kilometres per hour at most by `surface`, chosen; other surfaces do not slow a bicycle down. */
const ON_SURFACE = new Map([
  ['cobblestone', 10],
  ['unhewn_cobblestone', 8],
  ['sett', 12],
  ['pebblestone', 10],
  ['compacted', 16],
  ['fine_gravel', 15],
  ['gravel', 12],
  ['unpaved', 12],
  ['dirt', 12],
  ['earth', 12],
  ['ground', 12],
  ['grass', 8],
  ['mud', 5],
  ['sand', 5],
]);
/** Kilometres per hour at most by `smoothness`, chosen. */
const ON_SMOOTHNESS = new Map([
  ['bad', 12],
  ['very_bad', 9],
  ['horrible', 6],
  ['very_horrible', 5],
]);
/** Percent of slope: `incline=up` counts as UP; values above MOST_INCLINE are ignored. */
const UP = 5;
const MOST_INCLINE = 30;
/**
 * A slope of n percent divides the speed by 1 + UPHILL n. At 100 W and 90 kg in all, that is right
 * to 1 km/h from 2 to 10 percent. Downhill each percent adds a share, up to MOST_DOWNHILL times the
 * speed on the flat; riders brake, so these are chosen.
 */
const UPHILL = 0.25;
const DOWNHILL = 0.05;
const MOST_DOWNHILL = 1.5;

/** Percent of an `incline` (`7%`, `-3.5 %`, `12°`, `up`, `down`); 0 for any other text. */
export function parseIncline(text: string | undefined): number {
  if (text === 'up') return UP;
  if (text === 'down') return -UP;
  const found = /^([+-]?\d+(?:\.\d+)?)\s*(%|°)$/.exec(text?.trim() ?? '');
  if (!found) return 0;
  const value = Number(found[1]);
  const percent = found[2] === '%' ? value : 100 * Math.tan((value * Math.PI) / 180);
  return Math.abs(percent) <= MOST_INCLINE ? percent : 0;
}

function onSlope(speed: number, percent: number): number {
  if (percent >= 0) return speed / (1 + UPHILL * percent);
  return speed * Math.min(MOST_DOWNHILL, 1 - DOWNHILL * percent);
}

/** Kilometres per hour along a way and against it, by the speed on flat and even ground. */
export function ridingSpeeds(tags: Tags, flat: number): [forward: number, backward: number] {
  const ground = Math.min(
    flat,
    ON_SURFACE.get(tags.get('surface') ?? '') ?? flat,
    ON_SMOOTHNESS.get(tags.get('smoothness') ?? '') ?? flat,
  );
  const percent = parseIncline(tags.get('incline'));
  return [onSlope(ground, percent), onSlope(ground, -percent)];
}

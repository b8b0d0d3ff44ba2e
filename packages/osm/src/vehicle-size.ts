// Limits of width, height, length and weight, compared with the measures of a car. profiles.ts
// calls `isTooLarge`; conditions/conditional-tags.ts parses measures with the same functions.
import type { Tags } from './elements.ts';

/** A family car: metres with mirrors folded, and tonnes. */
export const CAR_MEASURES = { width: 1.9, height: 1.7, length: 4.5, weight: 1.5 } as const;
const { width: WIDTH, height: HEIGHT, length: LENGTH, weight: WEIGHT } = CAR_MEASURES;

/** The keys that limit each measure of a car. A limit at or below the measure stops the car. */
const LIMITS: readonly (readonly [key: string, measure: number, unit: 'm' | 't'])[] = [
  ['maxwidth:physical', WIDTH, 'm'],
  ['maxwidth', WIDTH, 'm'],
  ['width', WIDTH, 'm'],
  ['est_width', WIDTH, 'm'],
  ['maxheight:physical', HEIGHT, 'm'],
  ['maxheight', HEIGHT, 'm'],
  ['maxlength', LENGTH, 'm'],
  ['maxweight', WEIGHT, 't'],
  ['maxweightrating', WEIGHT, 't'],
];

/** Whether a limit among these tags stops a car. A limit that is not a number stops no car. */
export function isTooLarge(tags: Tags): boolean {
  for (const [key, measure, unit] of LIMITS) {
    const text = tags.get(key);
    if (text === undefined) continue;
    const limit = unit === 'm' ? parseMetres(text) : parseTonnes(text);
    if (limit !== undefined && limit <= measure) return true;
  }
  return false;
}

/** Metres of `2.1`, `2.1 m`, `210 cm`, `7 ft`, `7'` or `6'2"`; undefined for any other text. */
export function parseMetres(text: string): number | undefined {
  const metric = /^(\d+(?:\.\d+)?)\s*(m|cm|ft)?$/.exec(text.trim());
  if (metric) {
    const factor = metric[2] === 'cm' ? 0.01 : metric[2] === 'ft' ? 0.3048 : 1;
    return Number(metric[1]) * factor;
  }
  const feet = /^(\d+(?:\.\d+)?)'\s*(?:(\d+(?:\.\d+)?)")?$/.exec(text.trim());
  return feet ? Number(feet[1]) * 0.3048 + Number(feet[2] ?? 0) * 0.0254 : undefined;
}

/**
 * Tonnes of `3.5`, `3.5 t`, `3500 kg`, `4 st` (short tons) or `8000 lbs`; undefined for any other
 * text.
 */
export function parseTonnes(text: string): number | undefined {
  const found = /^(\d+(?:\.\d+)?)\s*(t|kg|st|lbs?)?$/.exec(text.trim());
  if (!found) return undefined;
  const factors: Record<string, number> = {
    kg: 0.001,
    st: 0.907185,
    lb: 0.000453592,
    lbs: 0.000453592,
  };
  return Number(found[1]) * (factors[found[2]] ?? 1);
}

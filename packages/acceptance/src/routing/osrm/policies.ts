// Where our services differ from OSRM's scenarios on purpose, and what of OSRM they do not offer.
// A difference that no entry covers is a fault.
import type { Difference } from './ask.ts';

/** A reason for which a difference is no fault. */
export interface Policy {
  readonly name: string;
  /** `missing`: OSRM offers it and we do not; `other`: we do it in another way. */
  readonly kind: 'missing' | 'other';
  readonly reason: string;
  covers(difference: Difference): boolean;
}

/** Whether a step, or the map of the scenario, has a cell with one of these words. */
function says({ scenario, row }: Difference, words: RegExp): boolean {
  const rows = [row, ...scenario.steps.flatMap((step) => step.rows)];
  return rows.some((one) => Object.values(one).some((cell) => words.test(cell)));
}

const fileOf = ({ scenario: { folder, feature } }: Difference): string => `${folder}/${feature}`;
const isFolder = ({ scenario }: Difference, folder: string): boolean => scenario.folder === folder;
const notAsked = ({ found }: Difference): boolean => found === 'not asked';
/** Columns of times, speeds and weights. */
const PRICED = new Set([
  'time',
  'times',
  'weight',
  'weights',
  'speed',
  'duration',
  'a:weight',
  'a:duration',
  'a:speed',
]);

/** Whether the roads of one list are those of the other in order, some left out. */
function isPart(few: readonly string[], many: readonly string[]): boolean {
  let at = 0;
  for (const name of many) if (name === few[at]) at++;
  return at === few.length;
}

/** Seconds by which a route of a few segments differs where each is kept in whole tenths. */
const TENTHS = 0.2 + 1e-9;

/** Columns with an entry for each step. */
const PER_STEP = new Set([
  'locations',
  'bearing',
  'distances',
  'times',
  'weights',
  'modes',
  'pronunciations',
  'ref',
  'driving_side',
]);

const entries = (list: string): number => list.split(',').length;

export const POLICIES: readonly Policy[] = [
  {
    name: 'programs',
    kind: 'missing',
    reason: "Scenarios of OSRM's own programs.",
    covers: (one) =>
      notAsked(one) && /^(?:I (?:try to )?run|I have|I route \d+ times|data is)/.test(one.column),
  },
  {
    name: 'Lua profiles',
    kind: 'missing',
    reason:
      "They run code in OSRM's profiles; assignments are read, and turns that compute are not.",
    covers: (one) => notAsked(one) && one.column.startsWith('the profile file'),
  },
  {
    name: 'files of speeds',
    kind: 'missing',
    reason: 'A goal between segments is reached over both; OSRM takes one of them.',
    covers: (one) => one.scenario.steps.some(({ text }) => text === 'the speed file'),
  },
  {
    name: 'guidance',
    kind: 'other',
    reason: 'A turn that a driver makes is told: OSRM joins some of slip roads and divided roads.',
    covers: ({ column, expected, found }) =>
      ['turns', 'summary'].includes(column) ||
      // the answer has another number of steps
      (PER_STEP.has(column) && found !== '' && entries(expected) !== entries(found)) ||
      (column === 'route' &&
        expected !== '' &&
        found !== '' &&
        isPart(expected.split(','), found.split(','))),
  },
  {
    name: 'goals at junctions',
    kind: 'other',
    reason:
      'A goal at a junction lies on the road that leads there; OSRM may tell another of its roads.',
    covers: ({ column, expected, found }) =>
      column === 'route' && found !== '' && expected.startsWith(`${found},`),
  },
  {
    name: 'no passing',
    kind: 'other',
    reason: 'Nobody is led through private ground; OSRM leads there at a price.',
    covers: (one) => fileOf(one) === 'car/destination' && says(one, /^private$/),
  },
  {
    name: 'penalties below 0',
    kind: 'other',
    reason: 'Time that a turn gives back is taken from the road behind it, by OSRM before it.',
    covers: (one) =>
      PRICED.has(one.column) &&
      one.scenario.steps.some(
        ({ text, doc }) => text === 'the turn penalty file' && /,-\d/.test(doc),
      ),
  },
  {
    name: 'prices of turns',
    kind: 'missing',
    reason: 'A start at a signal does not wait; a way with a duration shares it out by length.',
    covers: (one) =>
      (PRICED.has(one.column) &&
        /traffic|obstacle|turn_penalty|barrier|weight|fixed/.test(one.scenario.feature)) ||
      ((PRICED.has(one.column) || one.column === 'route') &&
        one.scenario.steps.some(({ text }) => text === 'the profile "turnbot"')),
  },
  {
    name: 'speeds',
    kind: 'other',
    reason: 'Speeds of surfaces, limits in words, ferries and stairs are chosen for our profiles.',
    covers: (one) => (isFolder(one, 'car') || isFolder(one, 'foot')) && PRICED.has(one.column),
  },
  {
    name: 'tenths',
    kind: 'other',
    reason: 'OSRM cuts the tenths of partial segments off; ours are shares of the whole.',
    covers: ({ column, expected, found }) =>
      ['duration', 'time', 'weight'].includes(column) &&
      Math.abs(parseFloat(found) - parseFloat(expected)) <= TENTHS,
  },
];

/**
 * The policies that cover all differences of a scenario; undefined: at least one is a fault. Of
 * several policies that cover a difference the first of the list counts.
 */
export function policiesFor(differences: readonly Difference[]): Policy[] | undefined {
  const found = new Set<Policy>();
  for (const difference of differences) {
    const policy = POLICIES.find(({ covers }) => covers(difference));
    if (!policy) return undefined;
    found.add(policy);
  }
  return [...found];
}

// Where our networks differ from OSRM's on purpose. A row of a scenario that disagrees must be
// covered by one of these policies, or it is a defect.
import { PROFILES } from '../../src/index.ts';
import type { ComparedRow } from './compare.ts';

/** A rule of ours that differs from OSRM's. */
export interface Policy {
  readonly name: string;
  /** What our networks do. */
  readonly rule: string;
  readonly reason: string;
  /** Whether the rule explains how a row that disagrees does so. */
  covers(row: ComparedRow): boolean;
}

/** Whether both have a route, and only its roads differ. */
const otherRoads = ({ expected, found }: ComparedRow): boolean =>
  !/^[x?-]{2}$/.test(expected) && expected !== 'none' && found !== 'none';
/** Whether a direction is open for us that is closed for OSRM, and none the other way round. */
const moreOpen = ({ expected, found }: ComparedRow): boolean =>
  /^[x?-]{2}$/.test(expected) &&
  [...found].every((sign, i) => sign === 'x' || sign === expected[i]);
const lessOpen = (row: ComparedRow): boolean =>
  moreOpen({ ...row, expected: row.found, found: row.expected });

/** Whether a cell of the row, or of a table above it, has one of these words. */
function says({ row, scenario }: ComparedRow, words: RegExp): boolean {
  const rows = [row, ...scenario.steps.flatMap((step) => step.rows)];
  return rows.some(({ cells }) => Object.values(cells).some((cell) => words.test(cell)));
}

const isRoad = (highway: string): boolean =>
  PROFILES.car.way(new Map([['highway', highway]])) !== undefined;

/** Whether the roads of `few` are those of `many` in their order, some left out. */
function isPartOf(few: readonly string[], many: readonly string[]): boolean {
  let at = 0;
  for (const road of many) if (road === few[at]) at++;
  return at === few.length;
}

/** Features whose scenarios are about what turns and roads cost OSRM. */
const PRICED = /^(?:restrictions|hov|weight|traffic_|obstacle_|give_way_|stop_sign_)/;

export const POLICIES: readonly Policy[] = [
  {
    name: 'private',
    rule: 'Gates with `private` are closed to all.',
    reason: 'Who has no key must not be led there; OSRM leads there at a high price.',
    covers: (compared) => {
      const { row } = compared;
      const asked = Object.values(row.cells).includes('private') && lessOpen(compared);
      return asked || (row.cells.from !== undefined && says(compared, /^private$/));
    },
  },
  {
    name: 'destination',
    rule: 'No route passes private roads or roads for destinations.',
    reason:
      'Copies of nodes remember how a road was entered; OSRM lets routes pass at a high price.',
    covers: (compared) => otherRoads(compared) && says(compared, /^destination(?:;|$)/),
  },
  {
    name: 'customers',
    rule: 'Roads for customers are open.',
    reason: 'Who asks for a route to a shop is a customer.',
    covers: (compared) =>
      moreOpen(compared) && /^customers?$/.test(compared.row.cells.access ?? ''),
  },
  {
    name: 'unknown barriers',
    rule: 'A barrier of a kind that nobody knows lets everybody through.',
    reason: 'A closed node cuts a road; a word that is not understood is no reason for that.',
    covers: (compared) => moreOpen(compared) && compared.row.cells['node/barrier'] === 'some_tag',
  },
  {
    name: 'ferries',
    rule: 'A ferry that names only walkers or bicycles carries no car; routes may begin on ferries.',
    reason:
      'Many boats for passengers have no `motor_vehicle=no`; where a route begins is the caller’s choice.',
    covers: (compared) => compared.row.cells.from !== undefined && says(compared, /^ferry$/),
  },
  {
    name: 'seasons',
    rule: 'Winter roads and roads of ice are closed.',
    reason: 'They exist for some weeks of the year.',
    covers: (compared) =>
      lessOpen(compared) && /^(?:winter|ice)_road$/.test(compared.row.cells.highway ?? ''),
  },
  {
    name: 'roads only',
    rule: 'Access tags open no way whose `highway` is not one of the profile.',
    reason:
      'A runway, a footway or a word that nobody knows is no street, and speeds and classes know it not.',
    covers: (compared) => {
      const { highway } = compared.row.cells;
      return highway !== undefined && lessOpen(compared) && !isRoad(highway);
    },
  },
  {
    name: 'unsorted roads',
    rule: '`highway=road`, a road not yet surveyed, is open.',
    reason: 'Where it is drawn there is a road; its speed is that of a street.',
    covers: (compared) => moreOpen(compared) && compared.row.cells.highway === 'road',
  },
  {
    name: 'cycleways on foot',
    rule: 'Walkers may use cycleways and bridleways that no tag forbids.',
    reason: 'In most countries they may; where they may not, `foot=no` says so.',
    covers: (compared) =>
      moreOpen(compared) && /^(?:cycleway|bridleway)$/.test(compared.row.cells.highway ?? ''),
  },
  {
    name: 'streets beside sidewalks',
    rule: 'Walkers may use a street whose sidewalk is drawn as a way of its own.',
    reason: 'Links between drawn sidewalks are often missing, and the street is what joins them.',
    covers: (compared) =>
      says(compared, /^separate$/) && (moreOpen(compared) || otherRoads(compared)),
  },
  {
    name: 'roads told',
    rule: 'Every road that a route uses is in it.',
    reason:
      'OSRM leaves out short roads and roundabouts from what it tells; the roads are the same.',
    covers: (compared) =>
      otherRoads(compared) && isPartOf(compared.expected.split(','), compared.found.split(',')),
  },
  {
    name: 'names',
    rule: 'A road without a name goes by the street beside it or its `ref`, by no other name.',
    reason: 'Guidance is no part of a network; a number is better than nothing.',
    covers: (compared) =>
      otherRoads(compared) && /^(?:names|summaries|sidepath_names)$/.test(compared.feature),
  },
  {
    name: 'prices',
    rule: 'A road costs its length or its time, a turn nothing.',
    reason:
      'Prices of turns, lanes, service roads and files of speeds are OSRM’s own; of equal routes either is right.',
    covers: (compared) =>
      compared.scenario.steps.some(({ text }) => /(?:speed|penalty) file$/.test(text)) ||
      (otherRoads(compared) && PRICED.test(compared.feature)),
  },
  {
    name: 'commands',
    rule: 'An `only_…` that leads over ways commands every turn along them.',
    reason: 'Who comes from the first way must reach the last; OSRM commands the last turn only.',
    covers: ({ expected, scenario }) =>
      expected !== 'none' &&
      scenario.steps.some(({ rows }) =>
        rows.some(({ cells }) => cells['way:via'] && (cells.restriction ?? '').startsWith('only_')),
      ),
  },
  {
    name: 'bearings',
    rule: 'A position has no direction in which it is left.',
    reason: 'A caller who knows the direction takes the node ahead.',
    covers: (compared) => compared.row.cells.bearings !== undefined,
  },
  {
    name: 'settings',
    rule: 'What to avoid is said by a profile of one’s own.',
    reason: 'These scenarios change OSRM’s settings, which ours do not have.',
    covers: ({ scenario }) =>
      scenario.steps.some(({ text }) => text.startsWith('the profile file')),
  },
  {
    name: 'conditions',
    rule: 'Restrictions with a condition (`…:conditional`) hold for profiles made for a time.',
    reason: 'A network of another profile knows no hour.',
    covers: ({ scenario }) =>
      scenario.steps.some(({ rows }) =>
        rows.some(({ cells }) => Object.keys(cells).some((key) => key.endsWith(':conditional'))),
      ),
  },
  {
    name: 'squares',
    rule: 'Squares are walked along their outlines, unless `openAreas` is set.',
    reason: 'Lines across squares are made only for those who ask for them.',
    covers: ({ feature, row }) => feature.startsWith('area') && row.cells.highway === undefined,
  },
  {
    name: 'motorways on foot',
    rule: 'Only `foot` opens a motorway to walkers, `access` does not.',
    reason: '`access=yes` on a motorway speaks of vehicles.',
    covers: (compared) =>
      lessOpen(compared) && (compared.row.cells.highway ?? '').startsWith('motorway'),
  },
];

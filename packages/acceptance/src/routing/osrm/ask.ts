// Asks our services what a scenario asks OSRM, and compares cell by cell.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '@wayfield/cli';
import {
  type Profile,
  readOsm,
  readSegmentSpeeds,
  readTurnPenalties,
  type RoadNetwork,
} from '@wayfield/osm';
import { buildRouting, type RoutingNetwork } from '@wayfield/routing';
import { createOsrmService, type OsrmService } from '@wayfield/serve/osrm';
import { agrees } from './match-cell.ts';
import { SCENARIO_PROFILES } from './profiles.ts';
import { readFlatbuffers } from './read-flatbuffers.ts';
import type { Row, Scenario, Step } from './read-features.ts';
import { merged, type OsrmAnswer, routeCells, sortClasses } from './route-cells.ts';
import {
  decimalsOf,
  isLeftHand,
  profileNameOf,
  profileWith,
  type Settings,
  serviceOptionsOf,
  settingsOf,
  sidesOf,
} from './settings.ts';
import { mapOf, mapOfRow, type Place, type ScenarioMap } from './scenario-map.ts';

/**
 * A cell that disagrees. For a step that was not asked `column` is the text of the step, and
 * `found` is 'not asked'.
 */
export interface Difference {
  readonly scenario: Scenario;
  readonly column: string;
  readonly row: Row;
  readonly expected: string;
  readonly found: string;
}

/** What a step asks with. */
interface Asking {
  readonly scenario: Scenario;
  readonly service: OsrmService;
  readonly map: ScenarioMap;
  readonly options: Readonly<Record<string, string>>;
  /** The code and the content type of the last answer to POST. */
  readonly posted: { code: string; type: string };
  readonly add: (column: string, row: Row, expected: string, found: string) => void;
}

/** Steps that make the map or set options, and ask nothing. */
const SETTING =
  /^(?:the (?:profile "|node|ways($| with)|relations|query opt|data has been)|a grid|skip way)/;
/**
 * Steps with arguments of OSRM's programs: what they set is read by the functions of settings.ts.
 */
const ARGUMENTS = /^the (?:contract|customize|extract|partition) extra arguments/;

/** Every cell of a scenario in which our services differ. */
export async function askScenario(scenario: Scenario): Promise<Difference[]> {
  const differences: Difference[] = [];
  const add: Asking['add'] = (column, row, expected, found) => {
    differences.push({ scenario, column, row, expected, found });
  };
  const { steps } = scenario;
  if (steps.some(({ text }) => READS_SPEEDS.test(text))) {
    askReader(steps, add);
    return differences;
  }
  if (steps.some(({ text }) => READS_MAP.test(text)) && !steps.some(setsProfile)) {
    await askConvert(steps, add);
    return differences;
  }
  const profile = profileNameOf(steps);
  const settings = settingsOf(steps);
  const notSet = steps.find(
    (step) => !isSet(step) && !QUESTIONS.some(([text]) => text.test(step.text)),
  );
  if (notSet || !SCENARIO_PROFILES[profile] || !settings) {
    const what = settings ? `the profile "${profile}"` : 'the profile file';
    add(notSet?.text ?? what, {}, '', 'not asked');
    return differences;
  }
  const traveller = profileWith(SCENARIO_PROFILES[profile], settings);
  const asked = steps.filter(({ text }) => QUESTIONS.some(([asks]) => asks.test(text)));
  const routability = asked.filter(({ text }) => text.startsWith('routability'));
  for (const step of routability) await askRoutability(step, traveller, add);
  if (routability.length === asked.length) return differences;

  const map = mapOf(steps);
  const network = await readNetwork(map.xml, traveller, { steps, settings });
  const service = createOsrmService(
    routingOf(network, scenario, settings),
    serviceOptionsOf(scenario, settings),
  );
  // options hold for the steps below them
  const options: Record<string, string> = {};
  const posted: Asking['posted'] = { code: '', type: '' };
  for (const step of steps) {
    if (step.text === 'the query options')
      for (const [key, value] of step.cells) options[key] = value;
    if (step.text === 'skip waypoints') options.skip_waypoints = 'true';
    const question = QUESTIONS.find(([text]) => text.test(step.text))?.[1];
    question?.({ scenario, service, map, options, posted, add }, step);
  }
  service.destroy();
  return differences;
}

/** A program of OSRM that reads a file of speeds: our reader of such files is asked. */
const READS_SPEEDS = /^I try to run "osrm-contract --segment-speed-file \{speeds_file\}/;

/**
 * Compares what a program of OSRM must write, and how it must exit, with what our reader of files
 * of speeds says.
 */
function askReader(steps: readonly Step[], add: Asking['add']): void {
  let message: string | undefined;
  try {
    readSegmentSpeeds(steps.findLast(({ text }) => text === 'the speed file')?.doc ?? '');
  } catch (error) {
    ({ message } = error as Error);
  }
  compareRun(steps, message, add);
}

/** A program of OSRM that reads a map: `wayfield osm convert` is run. */
const READS_MAP = /^I try to run "osrm-extract \{osm_file\} --profile \{profile_file\}"$/;
const setsProfile = ({ text }: Step): boolean => text.startsWith('the profile file');

async function askConvert(steps: readonly Step[], add: Asking['add']): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'wayfield-scenario-'));
  let said = '';
  const streams = { out: { write: () => true }, err: { write: (text: string) => (said += text) } };
  try {
    const [map, made] = ['map.osm', 'map.way'].map((name) => join(folder, name));
    await writeFile(map, mapOf(steps).xml);
    const code = await main(['osm', 'convert', map, '-o', made, '--format', 'routing'], streams);
    compareRun(steps, code === 0 ? undefined : said, add);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** `message`: what a program said when it failed; undefined: it did not fail. */
function compareRun(steps: readonly Step[], message: string | undefined, add: Asking['add']): void {
  for (const { text } of steps) {
    const part = /^stderr should contain "(.*)"$/.exec(text)?.[1];
    if (part !== undefined && !message?.includes(part)) add('stderr', {}, part, message ?? '');
    const exit = /^it should exit (successfully|with an error)$/.exec(text)?.[1];
    const found = message === undefined ? 'successfully' : 'with an error';
    if (exit !== undefined && exit !== found) add('exit', {}, exit, found);
  }
}

const isSet = ({ text }: Step): boolean =>
  SETTING.test(text) ||
  ARGUMENTS.test(text) ||
  text === 'the speed file' ||
  text === 'the turn penalty file' ||
  text.startsWith('the profile file');

/** Reads a scenario's map. */
async function readNetwork(
  xml: string,
  profile: Profile,
  { steps, settings }: { readonly steps: readonly Step[]; readonly settings: Settings },
): Promise<RoadNetwork> {
  const docOf = (name: string): string | undefined =>
    steps.findLast(({ text }) => text === name)?.doc;
  const [speeds, penalties] = [docOf('the speed file'), docOf('the turn penalty file')];
  return await readOsm(new TextEncoder().encode(xml), {
    profile,
    weight: 'seconds',
    turnCosts: true,
    leftHand: isLeftHand(settings),
    lengths: 'ellipsoid',
    decimals: decimalsOf(settings),
    sides: sidesOf(steps),
    turnRestrictions: true,
    uTurns: false,
    endsOnly: true,
    delays: true,
    openAreas: true,
    parallel: 'cheapest',
    pointIds: true,
    cardinalDirections: settings.get('cardinal_directions') === 'true',
    ...(speeds !== undefined && { segmentSpeeds: readSegmentSpeeds(speeds) }),
    ...(penalties !== undefined && { turnPenalties: readTurnPenalties(penalties) }),
  });
}

/** Nodes of a small component by default, as in OSRM's programs. */
const SMALL_PART = 1000;

function routingOf(
  network: RoadNetwork,
  { steps }: Pick<Scenario, 'steps'>,
  settings: Settings,
): RoutingNetwork {
  const inMetres = settings.get('weight_name') === "'distance'";
  const said = steps.map(({ text }) => /--small-component-size[ =](\d+)/.exec(text)?.[1]);
  const size = said.findLast((one) => one !== undefined);
  return buildRouting(network, {
    smallComponentSize: Number(size ?? SMALL_PART),
    ...(inMetres && { metric: 'metres' }),
  });
}

/** Asks what a step asks, and adds the cells that differ. */
type Question = (asking: Asking, step: Step) => void;

const QUESTIONS: readonly (readonly [RegExp, Question])[] = [
  [/^I route (?:\d+ times )?I should get$/, askRoutes],
  [
    /^I request a travel time matrix I should get$/,
    (asking, step) => askMatrix(asking, step, 'duration'),
  ],
  [
    /^I request a travel distance matrix I should get$/,
    (asking, step) => askMatrix(asking, step, 'distance'),
  ],
  [/^I request a travel time matrix I should get estimates for$/, askEstimates],
  [
    /^I request a travel time matrix with flatbuffers I should get$/,
    (asking, step) => askMatrix(asking, step, 'duration'),
  ],
  [/^I request nearest (?:with flatbuffers )?I should get$/, askNearest],
  [/^I plan a trip I should get$/, askTrip],
  [/^I match I should get$/, askMatch],
  [/^routability should be$/, () => undefined],
  [/^I POST to \S+ with body$/, post],
  [/^status code should be \w+$/, checkPosted],
  [
    /^response should be flatbuffers$/,
    ({ posted, add }) => {
      const isTold = posted.type.startsWith('application/x-flatbuffers');
      if (!isTold) add('type', {}, 'application/x-flatbuffers', posted.type);
    },
  ],
];

function post({ service, posted }: Asking, { text, doc }: Step): void {
  Object.assign(posted, service.answerPost(text.split(' ')[3], doc));
}

function checkPosted({ posted, add }: Asking, { text }: Step): void {
  const code = text.split(' ').pop()!;
  if (posted.code !== code) add('code', {}, code, posted.code);
}

const coordinatesOf = ({ places }: ScenarioMap, signs: readonly string[]): string =>
  signs.map((sign) => places.get(sign.trim())!.join(',')).join(';');

function ask({ service, options }: Asking, path: string, more: Record<string, string>): OsrmAnswer {
  const query = Object.entries({ ...options, ...more })
    .filter(([key]) => key !== '')
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  const { status, body } = service.answer(`${path}?${query.join('&')}`);
  if (typeof body !== 'string') return readFlatbuffers(body, status);
  return { status, ...JSON.parse(body) };
}

/** The ending of an address by which a step asks. */
const formatOf = ({ text }: Step): string => (/flatbuffers/.test(text) ? '.flatbuffers' : '');

function askRoutes(asking: Asking, { text, rows, columns }: Step): void {
  const times = Number(/^I route (\d+) times/.exec(text)?.[1] ?? 1);
  for (const row of Array.from({ length: times }, () => rows).flat()) {
    const signs = row.waypoints?.split(',') ?? [row.from, row.to];
    const more: Record<string, string> = { steps: 'true' };
    if (columns.includes('alternative')) more.alternatives = 'true';
    if (columns.some((name) => name.startsWith('a:'))) more.annotations = 'true';
    if (row.bearings) {
      const each = row.bearings.split(/\s+/).map((one) => (one.includes(',') ? one : `${one},10`));
      more.bearings = each.join(';');
    }
    if (row.approaches) more.approaches = row.approaches.split(/\s+/).join(';');
    const path = row.request ?? `/route/v1/driving/${coordinatesOf(asking.map, signs)}`;
    const answer = ask(asking, path.startsWith('/') ? path : `/${path}`, row.request ? {} : more);
    const found = routeCells(answer, columns, asking.map);
    for (const name of columns) {
      const value = found[name];
      const cell = cellOf(name, row[name]);
      if (value !== undefined && !agrees(value, cell)) asking.add(name, row, cell, value);
    }
  }
}

/** A cell in the form in which answers are compared. */
function cellOf(column: string, cell: string): string {
  if (column === 'classes') return sortClasses(cell);
  return column === 'route' || column === 'alternative' ? merged(cell) : cell;
}

function askMatrix(asking: Asking, step: Step, of: 'duration' | 'distance'): void {
  const [[, ...columns], ...lines] = step.cells;
  const sources = lines.map(([name]) => name);
  const numbers = (from: number, count: number): string =>
    Array.from({ length: count }, (_, i) => from + i).join(';');
  const places = coordinatesOf(asking.map, [...sources, ...columns]);
  const answer = ask(asking, `/table/v1/driving/${places}${formatOf(step)}`, {
    sources: numbers(0, sources.length),
    destinations: numbers(sources.length, columns.length),
    annotations: of,
  });
  const table = of === 'duration' ? answer.durations : answer.distances;
  lines.forEach(([name, ...row], i) =>
    row.forEach((cell, j) => {
      const value = table?.[i]?.[j];
      const found = typeof value === 'number' ? String(value) : '';
      if (!agrees(found, cell)) asking.add(of, { from: name, to: columns[j] }, cell, found);
    }),
  );
}

/** Compares which cells have a time by the fallback speed: the table marks them with Y. */
function askEstimates(asking: Asking, { cells }: Step): void {
  const [[, ...columns], ...lines] = cells;
  const sources = lines.map(([name]) => name);
  const path = `/table/v1/driving/${coordinatesOf(asking.map, [...sources, ...columns])}`;
  const all = Array.from({ length: sources.length + columns.length }, (_, i) => i);
  const answer = ask(asking, path, {
    sources: all.slice(0, sources.length).join(';'),
    destinations: all.slice(sources.length).join(';'),
  });
  const marked = new Set((answer.fallback_speed_cells ?? []).map((cell) => cell.join()));
  lines.forEach(([name, ...row], i) =>
    row.forEach((cell, j) => {
      const found = marked.has(`${i},${j}`) ? 'Y' : '';
      if (found !== cell) asking.add('estimate', { from: name, to: columns[j] }, cell, found);
    }),
  );
}

/** Degrees within which places are the same: drawn places are rounded to 1e-6 degrees by OSRM. */
const SAME = 1e-5;
const isAt = ([lon, lat]: Place, sign: string, { places }: ScenarioMap): boolean => {
  const place = places.get(sign);
  return !!place && Math.hypot(place[0] - lon, place[1] - lat) < SAME;
};

function askNearest(asking: Asking, step: Step): void {
  for (const row of step.rows) {
    const place = coordinatesOf(asking.map, [row.in]);
    const answer = ask(asking, `/nearest/v1/driving/${place}${formatOf(step)}`, {});
    const point = answer.waypoints?.[0];
    if ('out' in row && !(point && isAt(point.location, row.out, asking.map))) {
      asking.add('out', row, row.out, point ? point.location.join(',') : '');
    }
    if ('name' in row && point?.name !== row.name)
      asking.add('name', row, row.name, point?.name ?? '');
    const { data_version = '' } = answer;
    if ('data_version' in row && data_version !== row.data_version)
      asking.add('data_version', row, row.data_version, data_version);
    const count = String(answer.waypoints?.length ?? 0);
    if ('result_count' in row && count !== row.result_count) {
      asking.add('result_count', row, row.result_count, count);
    }
  }
}

function askTrip(asking: Asking, { rows }: Step): void {
  for (const row of rows) {
    const signs = row.waypoints.split(',');
    const answer = ask(asking, `/trip/v1/driving/${coordinatesOf(asking.map, signs)}`, {});
    if ('code' in row && answer.code !== row.code) asking.add('code', row, row.code, answer.code);
    if ('distance' in row) {
      const found = `${answer.trips?.[0]?.distance}m`;
      if (!agrees(found, row.distance)) asking.add('distance', row, row.distance, found);
    }
  }
}

function askMatch(asking: Asking, { rows }: Step): void {
  for (const row of rows) {
    const answer = ask(
      asking,
      `/match/v1/driving/${coordinatesOf(asking.map, [...row.trace])}`,
      {},
    );
    if ('code' in row && answer.code !== row.code) asking.add('code', row, row.code, answer.code);
    const parts = answer.matchings ?? [];
    const duration = parts.map((part) => part.duration).join(',');
    if ('duration' in row && !agrees(duration, row.duration)) {
      asking.add('duration', row, row.duration, duration);
    }
    const count = row.matchings?.split(',').length ?? parts.length;
    if (count !== parts.length)
      asking.add('matchings', row, row.matchings, `${parts.length} parts`);
  }
}

/** Asks for routes between b and d, the nodes beside the middle one of five, in both directions. */
async function askRoutability(step: Step, profile: Profile, add: Asking['add']): Promise<void> {
  for (const row of step.rows) {
    const map = mapOfRow(row);
    const network = await readNetwork(map.xml, profile, { steps: [], settings: new Map() });
    const service = createOsrmService(buildRouting(network));
    const [from, to] = ['b', 'd'].map((sign) => map.places.get(sign)!.join(','));
    for (const [name, ends] of [
      ['forw', [from, to]],
      ['backw', [to, from]],
    ] as const) {
      const column = name in row ? name : 'bothw' in row ? 'bothw' : undefined;
      if (column === undefined) continue;
      const { status, body } = service.answer(`/route/v1/driving/${ends.join(';')}`);
      const [route] = (JSON.parse(String(body)) as OsrmAnswer).routes ?? [];
      // the ends are 200 m apart; another length means that the answer uses other roads
      const open = status === 200 && Math.abs(route.distance - 200) < 10;
      const speed = open ? `${Math.round((3.6 * route.distance) / route.duration)} km/h` : '';
      const time = open ? `${Math.round(route.duration)} s` : '';
      const cell = row[column];
      const right =
        cell === 'x' ? open : /^\d+ s\b/.test(cell) ? agrees(time, cell) : agrees(speed, cell);
      // where both are open only the speed differs
      if (!right)
        add(open && cell !== '' && cell !== 'x' ? 'speed' : column, row, cell, open ? speed : '');
    }
    service.destroy();
  }
}

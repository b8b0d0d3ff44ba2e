// The controls of the road scene.
import { ASK_GPU, type Control, type Load, SEED } from '../../common/settings.ts';
import { EXTRACTS } from './extracts.ts';

const COUNTS = [0, 100, 300, 1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000];
const GROUPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000];
/** One thread drives all agents. */
export const LOAD: Load = { what: 'agents', wasm: { bytes: 40, smooth: 100_000 } };

export const controls: readonly Control[] = [
  {
    kind: 'choice',
    name: 'tool',
    label: 'Click to place',
    value: 'move',
    inline: true,
    options: [
      ['move', 'Nothing'],
      ['start', 'Start'],
      ['goal', 'Goal'],
      ['block', 'A block'],
      ['node', 'A node'],
    ],
    hint: 'Closed streets and junctions are driven around. Start and goal can be dragged.',
  },
  {
    kind: 'choice',
    name: 'map',
    label: 'Map',
    value: 'town',
    options: [
      ['town', 'A made-up town'],
      ...EXTRACTS.map(([value, label]) => [value, label] as const),
      ['address', 'An address of yours'],
    ],
    hint: 'Extracts of OpenStreetMap (ODbL) are fetched when they are chosen. Or drop a file.',
    again: true,
  },
  {
    kind: 'text',
    name: 'address',
    label: 'Address of a map',
    value: '',
    example: 'https://…/town.osm.pbf',
    again: true,
  },
  {
    kind: 'range',
    name: 'agents',
    label: 'Agents',
    value: 10_000,
    min: 0,
    max: COUNTS[COUNTS.length - 1],
    steps: COUNTS,
    load: LOAD,
    again: true,
    keepsWork: true,
  },
  {
    kind: 'choice',
    name: 'routes',
    label: 'Their routes',
    value: 'random',
    options: [
      ['random', 'Random'],
      ['classified', 'Random, classified streets'],
      ['clicked', 'Starts and goals by click'],
    ],
    hint: 'By click, “Start” and “Goal” each add a place; start 1 pairs with goal 1, and so on.',
    again: true,
    keepsWork: true,
  },
  {
    kind: 'range',
    name: 'groups',
    label: 'Random routes',
    value: GROUPS[GROUPS.length - 1],
    min: GROUPS[0],
    max: GROUPS[GROUPS.length - 1],
    steps: GROUPS,
    hint: 'Agents share them in groups.',
    again: true,
    keepsWork: true,
  },
  {
    kind: 'choice',
    name: 'movement',
    label: 'Movement',
    value: 'queue',
    inline: true,
    options: [
      ['queue', 'Queue'],
      ['ghosts', 'Ghosts'],
    ],
    hint: 'Ghosts drive through one another.',
    again: true,
    keepsWork: true,
  },
  {
    kind: 'choice',
    name: 'shading',
    label: 'Colour of agents',
    value: 'plain',
    options: [
      ['plain', 'Queues in red'],
      ['speed', 'By speed'],
      ['load', 'By load'],
    ],
    again: true,
    keepsWork: true,
  },
  { kind: 'toggle', name: 'trails', label: 'Trails', value: false, hint: 'Of 2,000 agents.' },
  {
    kind: 'range',
    name: 'seconds',
    label: 'Simulated time per tick',
    value: 1,
    min: 0.1,
    max: 5,
    step: 0.1,
    unit: 's',
  },
  {
    kind: 'choice',
    name: 'profile',
    label: 'Travel by',
    value: 'car',
    options: [
      ['car', 'Car'],
      ['bicycle', 'Bicycle'],
      ['foot', 'Foot'],
    ],
    again: true,
  },
  ASK_GPU,
  { kind: 'press', name: 'town', label: 'Back to the made-up town' },
  SEED,
];

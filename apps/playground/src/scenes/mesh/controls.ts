import { type Control, SEED } from '../../common/settings.ts';
import { SHAPE } from '../controls.ts';

export const controls: readonly Control[] = [
  {
    kind: 'choice',
    name: 'tool',
    label: 'Pointer',
    value: 'move',
    inline: true,
    options: [
      ['move', 'Move'],
      ['add', 'Obstacle'],
      ['remove', 'Remove'],
    ],
    hint:
      'Draw an outline, or click corners: the first one, or Enter, closes. Start and goal can ' +
      'always be dragged.',
  },
  {
    kind: 'range',
    name: 'radius',
    label: 'Agent radius',
    value: 1,
    min: 0,
    max: 5,
    step: 0.05,
    unit: '% of the width',
  },
  {
    kind: 'choice',
    name: 'colouring',
    label: 'Colours',
    value: 'levels',
    options: [
      ['levels', 'Levels 0 to 3'],
      ['corridors', 'Corridors'],
      ['plain', 'None'],
    ],
  },
  { kind: 'toggle', name: 'sides', label: 'Triangles', value: true },
  { kind: 'toggle', name: 'sleeve', label: 'Funnel sleeve', value: true },
  {
    kind: 'choice',
    name: 'world',
    label: 'World',
    value: 'shapes',
    options: [
      ['shapes', 'Polygons'],
      ['rooms', 'Rooms'],
      ['maze', 'Maze'],
    ],
    again: true,
  },
  {
    kind: 'range',
    name: 'count',
    label: 'Polygons',
    value: 40,
    min: 5,
    max: 1000,
    steps: [5, 10, 20, 40, 80, 150, 300, 600, 1000],
    again: true,
  },
  { kind: 'press', name: 'other', label: 'Another start and goal' },
  SHAPE,
  SEED,
];

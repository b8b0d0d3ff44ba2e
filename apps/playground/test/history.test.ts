// What is painted, dragged or chosen is taken back in turn, and made again.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createHistory } from '../src/scenes/history.ts';
import { createMapPointer } from '../src/scenes/maps/map-pointer.ts';
import { createPainter } from '../src/scenes/maps/paint.ts';

const test = suite('changes');

test('one stack for strokes and drags, undo and redo', () => {
  const [width, height] = [20, 10];
  const terrain = new Float32Array(width * height).fill(1);
  const settings = { tool: 'wall', brush: 1 };
  const goals = [{ x: 2, y: 2 }];
  let told = 0;
  const { pointer, undo, redo, history } = createMapPointer({
    width,
    height,
    settings,
    painter: createPainter(width, height, terrain),
    grounds: { wall: 0, clear: 1 },
    handles: () => goals,
    reach: 1,
    moved: (goal, x, y) => Object.assign(goals[goal], { x, y }),
    painted: (cells) => (told += cells.length),
  });
  const stroke = (from: [number, number], to: [number, number]): void => {
    for (const [phase, [x, y]] of [
      ['down', from],
      ['move', to],
      ['up', to],
    ] as const) {
      pointer({ phase, x: x + 0.5, y: y + 0.5, unit: 0.01 });
    }
  };
  const now = (): string =>
    `${terrain.reduce((sum, ground) => sum + (ground === 0 ? 1 : 0), 0)} walls, goal ` +
    `${goals[0].x} ${goals[0].y}`;

  stroke([5, 5], [9, 5]);
  stroke([2, 2], [7, 2]);
  stroke([7, 5], [7, 8]);
  // a click on the goal is no change
  stroke([7, 2], [7, 2]);
  const seen = [now()];
  const back: string[] = [];
  while (undo()) back.push(now());
  assert.equal(seen, ['8 walls, goal 7 2']);
  assert.equal(back, ['5 walls, goal 7 2', '5 walls, goal 2 2', '0 walls, goal 2 2']);
  const forth: string[] = [];
  while (redo()) forth.push(now());
  assert.equal(forth, ['5 walls, goal 2 2', '5 walls, goal 7 2', '8 walls, goal 7 2']);
  assert.is(told, 8 + 8 + 8);

  // a new change ends what could be made again; one under way is ended first
  undo();
  history.done({ undo: () => (goals[0].x = 0), redo() {} });
  assert.is(redo(), false);
  pointer({ phase: 'down', x: 12.5, y: 3.5, unit: 0.01 });
  assert.ok(undo());
  assert.is(now(), '5 walls, goal 7 2');
  assert.ok(undo());
  assert.is(now(), '5 walls, goal 0 2');
});

test('no more changes are kept than can be', () => {
  const history = createHistory();
  let last = 0;
  for (let i = 0; i < 700; i++) history.done({ undo: () => (last = i), redo() {} });
  let count = 0;
  while (history.undo()) count++;
  assert.equal([count, last], [500, 200]);
});

test.run();

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ringClearance } from '../src/movement/click-game.ts';
import { runHere } from './run-targets.ts';

const movement = suite('targets movement');

movement('play both games: nobody inside an obstacle, nobody stuck', async () => {
  const { code, out, err } = await runHere(['movement', '6', '--quick']);
  assert.is(code, 0, out + err);
  assert.match(out, /clicks, 100 discs from 0, 200 ticks: inside an obstacle +0 /);
  assert.match(out, /[1-9]\d* discs under obstacles, [1-9]\d* arrivals/);
  assert.match(out, /[1-9]\d* on creeps, [1-9]\d* arrivals/);
});

movement('time surfaces and judge them by brute force', async () => {
  const { code, out, err } = await runHere(['movement', '2', '3', '--quick', '--rounds', '1']);
  assert.is(code, 0, out + err);
  assert.match(out, /rooms, radius 0.5: moveAlong, batch of 200, median of turns/);
  for (const call of ['clearanceAt', 'locate', 'closestPoint', 'raycast', 'moveAlong', 'wallsNear'])
    assert.match(out, new RegExp(`target 3: ${call}: right cases of 200: 200 cases`));
});

movement('judge calls on meshes by brute force', async () => {
  const { code, out, err } = await runHere(['movement', '4', '--quick']);
  assert.is(code, 0, out + err);
  for (const mode of ['source', 'target', 'both'])
    for (const search of ['Polyanya', 'triangles'])
      assert.match(
        out,
        new RegExp(`nearest ${mode}, ${search}: right cases of 400 +400 +cases .* pass`),
      );
});

movement('hold areas against a fine graph', async () => {
  const { code, out, err } = await runHere(['movement', '9', '--quick']);
  assert.is(code, 0, out + err);
  assert.match(out, /8 points: within the bound +200 +cases .* pass/);
  assert.match(out, /8 points: above the better, worst/);
});

movement('measure how far a place is inside or outside a polygon', () => {
  const square = [0, 0, 4, 0, 4, 4, 0, 4];
  assert.is(ringClearance(square, 2, 1), -1);
  assert.is(ringClearance(square, 7, 8), 5);
  assert.is(Math.abs(ringClearance(square, 4, 2)), 0);
});

movement('hold the calls on grids against brute force', async () => {
  const { code, out, err } = await runHere(['movement', '7', '--quick']);
  assert.is(code, 0, out + err);
  for (const what of ['cellAt, xyOf', 'nearestCell', 'lineOfSight', 'lineOfSightXY']) {
    assert.match(out, new RegExp(`${what}: wrong of 1500 +0 `));
  }
  assert.match(out, /nearest, pool: wrong of [1-9]\d+ +0 /);
  assert.match(out, /not shorter than Polyanya: wrong of [1-9]\d+ +0 /);
});

movement('hold free-moving agents on fields against brute force', async () => {
  const { code, out, err } = await runHere(['movement', '8', '--quick', '--no-gpu']);
  assert.is(code, 0, out + err);
  for (const what of ['places', 'moves', 'headings', 'directions', 'cuts']) {
    assert.match(out, new RegExp(`${what}: wrong of 2000 +0 `));
  }
});

movement('measure steer', async () => {
  const { code, out, err } = await runHere(['movement', '8b', '--quick', '--no-gpu']);
  assert.is(code, 0, out + err);
  assert.match(out, /steer, 32 x 32, 20 % obstacles, batch of 1000/);
});

movement.run();

// Antelopes and lions: who is born, comes, is caught or starves is counted, and nobody is lost.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { savannaFunctions } from '../src/scenes/antelopes/on-cpu.ts';
import { createSavannaPicture } from '../src/scenes/antelopes/picture.ts';
import type { Census, SavannaOptions } from '../src/scenes/antelopes/solver.ts';
import { makeMap } from '../src/scenes/maps/make-map.ts';

const test = suite('antelopes and lions');

const habits = { fear: 1, speed: 0.9, steps: 6 };

function islands(more: Partial<SavannaOptions> = {}): SavannaOptions {
  const map = makeMap('islands', 'small', 3);
  return { ...map, antelopes: 300, lions: 12, grass: 0.4, seed: 3, habits, ...more };
}

const balance = ({ born, arrived, starved, caught }: Census): number =>
  born + arrived - starved - caught;

test('nobody is lost, nobody is in a wall (seed 3)', () => {
  const options = islands();
  savannaFunctions.begin(options);
  let seen = 0;
  for (let t = 0; t < 30; t++) {
    const { antelopes, lions, antelopeTo, lionTo } = savannaFunctions.tick(10, 'none');
    assert.is(antelopes.alive, 300 + balance(antelopes));
    assert.is(lions.alive, 12 + balance(lions));
    assert.equal([antelopeTo.length, lionTo.length], [antelopes.alive, lions.alive]);
    for (const cell of [...antelopeTo, ...lionTo]) {
      assert.ok(options.terrain[cell] > 0, `somebody is in cell ${cell}`);
    }
    seen += antelopes.caught;
  }
  assert.ok(seen > 0, 'none was caught');
  const { antelopes, lions } = savannaFunctions.tick(0, 'none');
  assert.ok(antelopes.born > 0 && lions.born > 0 && antelopes.starved > 0);
});

test('the same seed gives the same lives, other habits give others', () => {
  const run = (fear: number): string => {
    savannaFunctions.begin(islands({ habits: { ...habits, fear } }));
    const { antelopeTo, lionTo } = savannaFunctions.tick(60, 'none');
    return `${antelopeTo.join()} ${lionTo.join()}`;
  };
  const first = run(1);
  assert.is(run(1), first);
  assert.ok(run(-3) !== first);
});

/**
 * A corridor of 90 x 3 cells with one of each kind; the antelope's column and the lion's after so
 * many ticks.
 */
function corridor(antelopeAt: number, lionAt: number, ticks: number): [number, number] {
  const [width, height] = [90, 3];
  const terrain = new Float32Array(width * height).fill(1);
  const open = Uint32Array.of(width + antelopeAt, width + lionAt);
  savannaFunctions.begin({
    width,
    height,
    terrain,
    open,
    antelopes: 1,
    lions: 1,
    grass: 0,
    seed: 1,
    habits: { fear: 2, speed: 1, steps: 4 },
  });
  const { antelopeTo, lionTo } = savannaFunctions.tick(ticks, 'none');
  return [antelopeTo[0] % width, lionTo[0] % width];
}

test('lions go to antelopes, and antelopes flee', () => {
  // fresh scents need some ticks to arrive
  const [antelope, lion] = corridor(40, 30, 12);
  assert.ok(antelope > 43, `antelope in column ${antelope}`);
  assert.ok(lion > 33, `lion in column ${lion}`);
  const [left, right] = corridor(40, 50, 12);
  assert.ok(left < 37 && right < 47, `columns ${left} and ${right}`);
});

test('walls keep lions out', () => {
  const options = islands({ antelopes: 200, lions: 8 });
  const { width, height } = options;
  // all lions are in the left half, all antelopes in the right one
  const half = Math.floor(width / 2);
  const terrain = options.terrain.slice();
  for (let y = 0; y < height; y++) terrain.fill(0, y * width + half - 1, y * width + half + 1);
  const right = options.open.filter((cell) => cell % width > half && terrain[cell] > 0);
  const left = options.open.filter((cell) => cell % width < half - 1 && terrain[cell] > 0);
  const open = Uint32Array.of(...right.slice(0, 400), ...left.slice(0, 8));
  savannaFunctions.begin({ ...options, terrain, open });
  assert.is(savannaFunctions.tick(40, 'none').antelopes.caught, 0);
  // a door
  const door = Uint32Array.from({ length: 20 }, (_, i) => (30 + (i >> 1)) * width + half - (i % 2));
  savannaFunctions.setTerrain(door, new Float32Array(20).fill(1));
  assert.ok(savannaFunctions.tick(120, 'none').antelopes.caught > 0);
});

test('the chart says which ticks it shows, though a frame may ask for several', () => {
  const census = { alive: 5, born: 0, arrived: 0, starved: 0, caught: 0 };
  const picture = createSavannaPicture(100, 50, {} as never, {} as never);
  for (const ticks of [0, 3, 6, 9, 12]) {
    picture.changed(ticks, { antelopes: census, lions: census });
  }
  assert.match(picture.axes()[0].text, 'Across: ticks 0 to 12.');
});

test.run();

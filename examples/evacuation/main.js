// Evacuation of a floor: 500 people leave by two doors. Crowded cells cost more, so that those who
// come late take the other door.
import { createCrowd } from '@wayfield/crowd';
import { createFieldGuide } from '@wayfield/crowd/guides';
import { wallsOfGrid } from '@wayfield/crowd/walls';
import { createDiffusion, diffusionMapOf } from '@wayfield/diffusion';
import { buildGrid } from '@wayfield/graph';

// letters of the plan: # wall, . floor, E exit, p three people
const plan = `
################################################
#ppppp..#ppppp..#ppppp..#ppppp..#ppppp..#ppppp.#
#ppppp..#ppppp..#ppppp..#ppppp..#ppppp..#ppppp.#
#ppppp..#ppppp..#ppppp..#ppppp..#ppppp..#ppppp.#
#.......#.......#.......#.......#.......#......#
####.#######.#######.#######.#######.#######.###
#..............................................#
E..............................................E
#..............................................#
####.#######.#######.#######.#######.#######.###
#.......#.......#.......#.......#.......#......#
#ppppp..#ppppp..#ppppp..#ppppp..#ppppp..#ppppp.#
#ppppp..#ppppp..#ppppp..#ppppp..#ppppp..#ppppp.#
#ppppp..#ppppp..#ppppp..#ppppp..#ppppp..#ppppp.#
################################################`
  .trim()
  .split('\n');
const [width, height] = [plan[0].length, plan.length];
const cells = [...plan.join('')];
const grid = buildGrid({ width, height, blocked: cells.map((letter) => letter === '#') });
const map = diffusionMapOf(grid);
const model = createDiffusion(map, { method: 'distance' });
const exits = cells.flatMap((letter, cell) => (letter === 'E' ? [cell] : []));
model.setGoals('goal', { cell: exits });
model.settle();

const crowd = createCrowd({ walls: wallsOfGrid(grid) }, { capacity: 600 });
const guide = createFieldGuide(crowd, model, { speed: 1.4, jam: { terrain: map.terrain } });
crowd.follow(guide);
cells.forEach((letter, cell) => {
  if (letter !== 'p') return;
  for (const [dx, dy] of [
    [0.3, 0.3],
    [0.7, 0.7],
    [0.25, 0.8],
  ])
    guide.assign(
      crowd.add({ x: (cell % width) + dx, y: Math.floor(cell / width) + dy, radius: 0.2 }),
      0,
    );
});
const all = crowd.count;

const context = document.querySelector('canvas').getContext('2d');
const scale = 960 / width;
function frame() {
  for (let k = 0; k < 3; k++) crowd.step(1 / 60);
  context.fillStyle = '#f7f4ec';
  context.fillRect(0, 0, 960, 640);
  for (let cell = 0; cell < cells.length; cell++) {
    if (cells[cell] !== '#' && cells[cell] !== 'E') continue;
    context.fillStyle = cells[cell] === '#' ? '#48525f' : '#2a9d55';
    context.fillRect((cell % width) * scale, 170 + Math.floor(cell / width) * scale, scale, scale);
  }
  context.fillStyle = '#b3472f';
  for (let slot = 0; slot < crowd.end; slot++) {
    if (crowd.status[slot] === 0) continue;
    // those at a door have left
    if (crowd.x[slot] < 0.9 || crowd.x[slot] > width - 0.9) crowd.remove(crowd.idOf(slot));
    context.beginPath();
    context.arc(crowd.x[slot] * scale, 170 + crowd.y[slot] * scale, 0.2 * scale, 0, 7);
    context.fill();
  }
  Object.assign(globalThis, { example: { all, left: all - crowd.count, tick: crowd.tick } });
  requestAnimationFrame(frame);
}
frame();

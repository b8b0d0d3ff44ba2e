// Searches in a Web Worker of your own: the page stays smooth, and answers come as typed arrays.
import { drawGrid } from '@wayfield/graph/draw';
import { mazeGrid } from '@wayfield/graph/generators';

const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
const context = document.querySelector('canvas').getContext('2d');
const grid = mazeGrid(119, 79, { seed: 6 });
let [answers, frames] = [0, 0];

worker.onmessage = ({ data: { path, cost, took } }) => {
  answers++;
  drawGrid(context, grid, { size: 960, paths: [path] });
  document.title = `cost ${cost.toFixed(0)}, ${took.toFixed(1)} ms beside the page`;
  Object.assign(globalThis, { example: { answers, frames, cost } });
  setTimeout(ask, 300);
};
/** The next goal, an open cell of the maze. */
function ask() {
  const open = grid.cost.findIndex(
    (cost, cell) => cell > (answers * 2347 + 9300) % 9401 && cost > 0,
  );
  worker.postMessage({
    source: grid.cost.indexOf(1),
    target: open < 0 ? grid.cost.lastIndexOf(1) : open,
  });
}
worker.postMessage({ width: grid.width, height: grid.height, cost: grid.cost });
ask();
requestAnimationFrame(function frame() {
  frames++;
  requestAnimationFrame(frame);
});

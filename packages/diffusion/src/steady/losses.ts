// What method 'steady' solves: loss * T = the sum of the neighbours' T, the goals given.

import { stepAllowed } from '../model/corners.ts';
import { cellFactor } from '../model/cell-factor.ts';
import type { LayerState, ModelState } from '../model/model-state.ts';

/**
 * Visits the loss of every open cell that a goal reaches, goals included, row by row; cells of loss
 * 0 are left out. The loss is how much of itself a cell gives away: 1 / factor - centre, less the
 * number of neighbours that border 'clamp' replaces by the cell itself.
 */
export function forEachLoss(
  { map, options, terrain, regions }: ModelState,
  state: LayerState,
  visit: (x: number, y: number, loss: number) => void,
): void {
  const { width, height } = map;
  const { rate, centre } = options;
  const all = state.reachable() === regions.openCells;
  const { modulated } = state;
  const clamp = options.border === 'clamp';
  for (let y = 0, v = 0; y < height; y++) {
    const edgesOfRow = clamp ? +(y === 0) + +(y === height - 1) : 0;
    for (let x = 0; x < width; x++, v++) {
      if (terrain[v] === 0 || !(all || state.reaches(v))) continue;
      const edges = clamp ? edgesOfRow + +(x === 0) + +(x === width - 1) : 0;
      const factor = modulated ? state.factor(v) : cellFactor(terrain[v], 1, rate);
      const loss = 1 / factor - centre - edges;
      // Loss 0: border 'clamp' replaced all neighbours by the cell itself, which keeps its scent.
      if (loss > 0) visit(x, y, loss);
    }
  }
}

/**
 * Cells that `drain` samples. Samples from 0 to 1 have a standard deviation of at most 1/2, so the
 * standard error of their average is at most 1 / (2 sqrt(16,384)) = 0.004.
 */
const SAMPLES = 1 << 14;

/**
 * The average part of its scent that a cell loses to obstacles, terrain and the border: 0 on open
 * ground, where scent falls slowly. An estimate from `SAMPLES` cells, always the same cells of a
 * map.
 */
export function drain({ map, options, beside, terrain }: ModelState, state: LayerState): number {
  const { width, height, neighbours } = map;
  const corners = { width, height, beside, terrain };
  const cells = width * height;
  const samples = Math.min(SAMPLES, cells);
  let sum = 0;
  let count = 0;
  for (let i = 0; i < samples; i++) {
    // spread by the golden ratio, so that no pattern of the map is hit or missed
    const v = samples === cells ? i : Math.floor(((i * 0.6180339887498949) % 1) * cells);
    if (terrain[v] === 0 || !state.reaches(v)) continue;
    const x = v % width;
    const y = (v - x) / width;
    let around = 0;
    for (let dy = y > 0 ? -1 : 0; dy <= 1 && y + dy < height; dy++) {
      for (let dx = x > 0 ? -1 : 0; dx <= 1 && x + dx < width; dx++) {
        if ((dx === 0 && dy === 0) || (neighbours === 4 && dx !== 0 && dy !== 0)) continue;
        if (terrain[v + dy * width + dx] === 0) continue;
        if (stepAllowed(corners, v, dx, dy)) around++;
      }
    }
    sum += 1 - around / (1 / state.factor(v) - options.centre);
    count++;
  }
  return count === 0 ? 0 : sum / count;
}

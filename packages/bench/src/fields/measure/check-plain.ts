import { KeyedHeap } from '../../run/peers/heap.ts';
import type { DiffusionMap, DiffusionOptions } from '@wayfield/diffusion';
import { compareFields, type FieldDifference } from './compare-fields.ts';
import { plainField } from '../peers/plain.ts';
import type { DiffusionProblem } from './problem.ts';

/** The most cells times steps of the plain program, by precision: one or two seconds. */
const MOST_CELL_STEPS = { f32: 5e6, log: 2e6 };
/** The most cells of the plain program for distances: about a second. */
const MOST_CELLS = 1 << 20;
/** The strength of goals that a model has by default. */
const STRENGTH = 1024;

/**
 * Compares the field with the plain program for its method. Undefined where the plain program would
 * take long, or where there is none: 'steady' has no single right answer in f32, and the package's
 * own tests hold a program for metric 'eikonal'.
 */
export function checkAgainstPlain(
  { map, goals }: DiffusionProblem,
  options: DiffusionOptions,
  { field, settled }: { field: Float32Array; settled: { steps: number } },
): FieldDifference | undefined {
  const { method = 'diffusion', rule, precision = 'log', border = 'zero' } = options;
  const cells = map.terrain.length;
  if (method === 'steady' || options.metric === 'eikonal') return undefined;
  if (method === 'distance') {
    return cells > MOST_CELLS ? undefined : compareFields(plainDistances(map, goals), field);
  }
  if (cells * settled.steps > MOST_CELL_STEPS[precision]) return undefined;
  const rate = rule === 'heat' ? (options.rate ?? 1 / (2 * map.neighbours)) : 1 / map.neighbours;
  const flushToZero = options.flushToZero ?? true;
  const plain = plainField(
    map,
    { rate, border, precision, flushToZero, goals, strength: STRENGTH },
    settled.steps,
  );
  return compareFields(plain, field);
}

/**
 * Costs of shortest paths to the nearest goal by Dijkstra's algorithm. Each sum is rounded to f32,
 * and is at least the next f32 above its first term, so that distances fall on every path to a goal
 * even where a step costs less than an ulp.
 */
export function plainDistances(map: DiffusionMap, goals: readonly number[]): Float32Array {
  const { width, height, neighbours, terrain } = map;
  const dist = new Float32Array(terrain.length).fill(Infinity);
  const heap = new KeyedHeap(1);
  for (const goal of goals) {
    if (terrain[goal] === 0) continue;
    dist[goal] = 0;
    heap.push(0, goal);
  }
  while (heap.size > 0) {
    const key = heap.minKey;
    const v = heap.pop();
    if (key > dist[v]) continue;
    const x = v % width;
    const y = (v - x) / width;
    const entering = Math.fround(1 / terrain[v]);
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        if ((dx === 0 && dy === 0) || (neighbours === 4 && dx !== 0 && dy !== 0)) continue;
        if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height) continue;
        const u = v + dy * width + dx;
        if (terrain[u] === 0) continue;
        const length = dx !== 0 && dy !== 0 ? Math.fround(Math.SQRT2) : 1;
        const sum = Math.fround(dist[v] + Math.fround(length * entering));
        const next = Math.max(sum, nextAbove(dist[v]));
        if (next < dist[u]) {
          dist[u] = next;
          heap.push(next, u);
        }
      }
    }
  }
  return dist;
}

/** The least f32 above a finite value >= 0. */
function nextAbove(value: number): number {
  const float = Float32Array.of(value);
  new Uint32Array(float.buffer)[0]++;
  return float[0];
}

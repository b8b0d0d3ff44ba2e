// What all kernels of a tick share: the uniform from the host, the plan of the grid, and how a
// position becomes a cell. Positions are pairs of vec2f: high parts and low parts of x and y.
import { FREE, IDLE, MOVING, RETURNING, SETTLED } from '../types.ts';

/**
 * 32-bit words of the uniform `Scene`, in order; words of `SCENE_FLOATS` are f32. Names that
 * assembly/layout-world.ts has mean the same.
 */
export const SCENE_WORDS = [
  'end',
  'capacity',
  // always 0, which compilers cannot know: see `opaque`
  'nought',
  'seed',
  // of the table of cells: see `CellTable`
  'cells',
  'stride',
  'usualNeighbours',
  'headway',
  'wallCount',
  // cells are counted from here; in f32, as any point near the crowd will do
  'originX',
  'originY',
  'largestReach',
  'dt',
  'perSecond',
  // bounds in f32, and their remainders
  'minX',
  'minY',
  'minXLow',
  'minYLow',
  'maxX',
  'maxY',
  'maxXLow',
  'maxYLow',
  'wallColumns',
  'wallRows',
  // words of the buffer of walls before the entries, and before the records
  'wallEntries',
  'wallRecords',
  'wallOriginX',
  'wallOriginY',
  'wallOriginXLow',
  'wallOriginYLow',
  'wallPerUnit',
] as const;

export type SceneWord = (typeof SCENE_WORDS)[number];

/** The words that are f32. */
export const SCENE_FLOATS: ReadonlySet<SceneWord> = new Set<SceneWord>([
  'headway',
  'originX',
  'originY',
  'largestReach',
  'dt',
  'minX',
  'minY',
  'minXLow',
  'minYLow',
  'maxX',
  'maxY',
  'maxXLow',
  'maxYLow',
  'wallOriginX',
  'wallOriginY',
  'wallOriginXLow',
  'wallOriginYLow',
  'wallPerUnit',
]);

/** Bytes of the uniform: a multiple of 16. */
export const SCENE_BYTES: number = Math.ceil(SCENE_WORDS.length / 4) * 16;

/** Words of the plan of the grid: see `Plan`. */
export const PLAN_WORDS = 4;
/** Words of the tally; the kernels name nine of them, from `DOUBTS` on. A multiple of 4. */
export const TALLY_WORDS = 12;

const fields = SCENE_WORDS.map((name) => `  ${name}: ${SCENE_FLOATS.has(name) ? 'f32' : 'u32'},`);

export const sceneWgsl: string = /* wgsl */ `
struct Scene {
${fields.join('\n')}
}
@group(0) @binding(0) var<uniform> scene: Scene;
fn nought() -> u32 { return scene.nought; }

// words of the tally of a tick, which begins at word 'capacity' of the buffer 'rank'
const DOUBTS = 0u;
const INFEASIBLE = 1u;
const SQUEEZED = 2u;
const CLIPPED = 3u;
const DEEPEST = 4u;
const IDLE_COUNT = 5u;
const SETTLED_COUNT = 6u;
const AGENTS = 7u;
const TO_CLIP = 8u;
const TALLY_WORDS = ${TALLY_WORDS}u;

const FREE = ${FREE}u;
const MOVING = ${MOVING}u;
const IDLE = ${IDLE}u;
const RETURNING = ${RETURNING}u;
const SETTLED = ${SETTLED}u;
`;

/**
 * Cells. The key of a cell is row · stride + column, modulo the number of cells in the table: the
 * cells of a row follow each other. An agent searches at most 17 rows and columns away, because a
 * cell is at least 1/16 of the largest neighbour distance. Two of these cells are at most 34 rows
 * and columns apart, so they have different keys, and no agent is found twice. Agents of a cell
 * farther away that has the key of a searched cell are outside the neighbour distance.
 *
 * Columns and rows are clamped to ±2^18, so that row · stride fits a u32 for the largest crowd.
 * Clamping never increases the difference of two columns or rows, so no neighbour is lost.
 *
 * A quotient q = (x − origin) / side has an error of some 2^-22 |q|; `doubtOf` exceeds that, for
 * each axis. It exceeds 1/4 only beyond ±2^18, where all columns or rows are clamped to one.
 */
export const cellsWgsl: string = /* wgsl */ `
struct Plan {
  side: f32,
  perUnit: f32,
  // the sum of the ranks of all agents in their cells, in this tick
  others: u32,
  spare: u32,
}
const FARTHEST = 262144;

fn quotient(position: vec4f, perUnit: f32) -> vec2f {
  let origin = vec2f(scene.originX, scene.originY);
  return ((position.xy - origin) + position.zw) * perUnit;
}
fn doubtOf(q: vec2f) -> vec2f { return abs(q) * 0x1p-20f + vec2f(0x1p-16f); }
fn lineOf(q: f32) -> i32 {
  return i32(clamp(floor(q), f32(-FARTHEST), f32(FARTHEST)));
}
fn keyOf(column: i32, row: i32) -> u32 {
  return (u32(row + FARTHEST) * scene.stride + u32(column + FARTHEST)) % scene.cells;
}
`;

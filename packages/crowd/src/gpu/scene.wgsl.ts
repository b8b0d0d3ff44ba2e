// What all kernels of a tick share: the uniform from the host, the plan of the grid, and how a
// position becomes a cell. Positions are pairs of vec2f: high parts and low parts of x and y.

/** 32-bit words of the uniform `Scene`, in order; those of `FLOATS` are f32. */
export const SCENE_WORDS = [
  'end',
  'capacity',
  'nought',
  'seed',
  'cells',
  'stride',
  'usualNeighbours',
  'headway',
  'wallCount',
  'originX',
  'originY',
  'largestReach',
  'dt',
  'perSecond',
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

/** Words of the plan: see `Plan`. */
export const PLAN_WORDS = 4;
/** Words of the tally, behind the ranks: the constants from `DOUBTS` on. */
export const TALLY_WORDS = 12;

const fields = SCENE_WORDS.map((name) => `  ${name}: ${SCENE_FLOATS.has(name) ? 'f32' : 'u32'},`);

export const sceneWgsl: string = /* wgsl */ `
struct Scene {
${fields.join('\n')}
}
@group(0) @binding(0) var<uniform> scene: Scene;
fn nought() -> u32 { return scene.nought; }

// lists, ranks and doubts are followed by the tally of a tick
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

const FREE = 0u;
const MOVING = 1u;
const IDLE = 2u;
const RETURNING = 3u;
const SETTLED = 4u;
`;

/**
 * Cells. The key of a cell is row · stride + column, modulo the table: cells of a row follow each
 * other, and cells within 17 rows and columns have different keys. Agents of other cells with the
 * same key are farther away than any agent sees.
 *
 * A quotient q = (x − origin) / side has errors of some 2^-22 |q|; `doubtOf` is more.
 */
export const cellsWgsl: string = /* wgsl */ `
struct Plan {
  side: f32,
  perUnit: f32,
  // the sum of the ranks in cells in this tick
  others: u32,
  spare: u32,
}
const FARTHEST = 262144;

fn quotient(position: vec4f, perUnit: f32) -> vec2f {
  let origin = vec2f(scene.originX, scene.originY);
  return ((position.xy - origin) + position.zw) * perUnit;
}
fn doubtOf(q: vec2f) -> f32 { return max(abs(q.x), abs(q.y)) * 0x1p-20f + 0x1p-16f; }
fn lineOf(q: f32) -> i32 {
  return i32(clamp(floor(q), f32(-FARTHEST), f32(FARTHEST)));
}
fn keyOf(column: i32, row: i32) -> u32 {
  return (u32(row + FARTHEST) * scene.stride + u32(column + FARTHEST)) % scene.cells;
}
`;

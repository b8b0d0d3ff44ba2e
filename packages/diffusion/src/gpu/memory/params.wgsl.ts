// Bindings that the kernels on fields share, and how fields lie in memory.
//
// A row takes `pitch` vectors of 4 cells; the cells beyond the width have factor 0 and so never get
// scent. Layer l of a field begins at vector l * pitch * height, in precision 'log' at twice that:
// there are two vectors per 4 cells, the bits of m (1 <= m < 2^96, or 0), then k. The value is
// m * 2^(96 k). In storage 'f16' a vector is two words, of two cells each. There are two fields and
// two sets of flags; step dispatches of even phase read the first.
import { MAX_LAYERS } from '../../constants.ts';

/** Words of the parameters. */
export const PARAM_WORDS: number = 16 + 2 * MAX_LAYERS;

export const paramsWgsl: string = /* wgsl */ `
struct Params {
  width: u32,
  height: u32,
  pitch: u32,       // vectors of 4 cells in a row
  layers: u32,
  tilesX: u32,
  tilesY: u32,
  maskPitch: u32,   // words of a bit mask in a row
  steps: u32,       // of this dispatch, unless they are counted on the device
  spare: u32,
  nought: u32,      // always 0, but no compiler knows: x | nought keeps products from being fused
  phase: u32,       // number of the dispatch modulo 6
  limit: u32,       // most steps of a call, or of a walk; of 'judge': steps of an interval
  centre: f32,
  tolerance: f32,
  chosenCount: u32, // number of layers of this dispatch
  count: u32,       // items of kernels that work on no cells: walks, pursuers
  planes: array<vec4u, ${MAX_LAYERS / 4}>,  // which plane of the factors a layer has
  chosen: array<vec4u, ${MAX_LAYERS / 4}>,  // the layers of this dispatch
}
@group(0) @binding(0) var<uniform> params: Params;
`;

/**
 * Bindings 1 to 6. Fields are read and written by vectors of 4 cells: vec4u, of halves vec2u. A
 * kernel whose invocations share a vector writes single words, u32.
 */
export const fieldWgsl = (
  resultType: 'vec4u' | 'vec2u' | 'u32' = 'vec4u',
  sourceType: 'vec4u' | 'vec2u' = 'vec4u',
): string => /* wgsl */ `
@group(0) @binding(1) var<storage, read> factors: array<vec4f>;
@group(0) @binding(2) var<storage, read> source: array<${sourceType}>;
@group(0) @binding(3) var<storage, read_write> result: array<${resultType}>;
// bits per cell: the active goals of each layer, then the open cells that a goal reaches
@group(0) @binding(4) var<storage, read> masks: array<u32>;
// a word per tile: bit 0, it has scent; bit 1, it lacks scent where a goal reaches; bit 2, it may
// have goals
@group(0) @binding(5) var<storage, read_write> flags: array<u32>;
@group(0) @binding(6) var<storage, read_write> control: array<atomic<u32>>;

/** The i-th chosen layer. */
fn layerOf(i: u32) -> u32 { return params.chosen[i / 4u][i % 4u]; }

fn planeOf(layer: u32) -> u32 { return params.planes[layer / 4u][layer % 4u]; }
`;

// What a wave brings back of each query but its path: the status as a byte and the cost as an f32.
// Costs are those of costs.ts bit for bit, so that the host need not look at every query.
import { FOUND, STRAIGHT_TICKS, DIAGONAL_TICKS } from '@wayfield/graph';
import { NO_ROOM, SECTION, STUCK } from './layout.ts';

/**
 * Words of `counters` that `answersOf` adds to, behind the two of layout.ts: queries with status
 * NO_ROOM, the nodes of their paths, queries with status STUCK, costs that the host has to make.
 */
export const COUNTER = { noRoom: 2, wanted: 3, stuck: 4, unknown: 5 } as const;

/**
 * What labels are to the device. bits: those of the cost. steps, ticks: numbers that become a cost
 * times a power of two. host: the host makes the costs.
 */
export const COST_KIND = { host: 0, bits: 1, steps: 2, ticks: 3 } as const;

/** Ticks up to which `lengthOf` has room for the length: 4,094 cells. */
const MOST_TICKS = 4094 * STRAIGHT_TICKS;
/**
 * 985, which is DIAGONAL_TICKS modulo STRAIGHT_TICKS and its own inverse modulo STRAIGHT_TICKS. So
 * INVERSE times the ticks of a path is its number of diagonal steps, modulo STRAIGHT_TICKS.
 */
const INVERSE = DIAGONAL_TICKS - STRAIGHT_TICKS;

/**
 * Entry point: answersOf, which answers.ts dispatches after the searches. `COUNTER.unknown` counts
 * the costs that the device cannot make. If there are any, the host makes all costs of the wave
 * from its labels.
 */
export const ANSWERS_WGSL: string = /* wgsl */ `
struct Params { queryCount: u32 }
override COST_KIND: u32;
/** Costs of steps and ticks are multiplied by two to the power of EXPONENT. */
override EXPONENT: i32;
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> results: array<u32>;
@group(0) @binding(2) var<storage, read_write> statuses: array<u32>;
@group(0) @binding(3) var<storage, read_write> costs: array<u32>;
@group(0) @binding(4) var<storage, read_write> counters: array<atomic<u32>>;
const INFINITE = 0x7f800000u;
/** Stands for a cost that the host has to make. */
const UNKNOWN = 0xffffffffu;

/** The bits of a number of steps as an f32; UNKNOWN from 2^24 on, where an f32 has too few bits. */
fn stepsOf(label: u32) -> u32 {
  if (label >= 0x1000000u) { return UNKNOWN; }
  if (label == 0u) { return 0u; }
  // the highest bit is bit 31 - n, so the exponent is 127 + 31 - n; the mantissa hides that bit
  let n = countLeadingZeros(label);
  return ((158u - n) << 23u) + ((label << n) >> 8u) - 0x800000u;
}

/** A whole number of 64 bits, the lower word first, rounded to 53 bits as doubles are. */
fn toDouble(number: vec2u) -> vec2u {
  let n = countLeadingZeros(number.y);
  if (n > 10u) { return number; }
  let unit = 1u << (11u - n);
  let dropped = number.x & (unit - 1u);
  var low = number.x - dropped;
  // rounds to the nearest, and to even where two are equally near
  if (2u * dropped < unit || (2u * dropped == unit && (low & unit) == 0u)) {
    return vec2u(low, number.y);
  }
  low += unit;
  return vec2u(low, number.y + select(0u, 1u, low == 0u));
}

/**
 * The bits of the length of ticks, as ticksToLength and a Float32Array round it. The length times
 * 2^52 is a whole number of at most 64 bits; UNKNOWN where it has more.
 */
fn lengthOf(ticks: u32) -> u32 {
  let diagonals = ((ticks % ${STRAIGHT_TICKS}u) * ${INVERSE}u) % ${STRAIGHT_TICKS}u;
  if (ticks >= ${MOST_TICKS}u || diagonals * ${DIAGONAL_TICKS}u > ticks) { return UNKNOWN; }
  if (ticks == 0u) { return 0u; }
  let straights = (ticks - diagonals * ${DIAGONAL_TICKS}u) / ${STRAIGHT_TICKS}u;
  // diagonals * sqrt(2): the double sqrt(2) times 2^52 is 0x16a09e667f3bcd
  let middle = diagonals * 0x667fu;
  let lowest = diagonals * 0x3bcdu;
  let low = lowest + (middle << 16u);
  let high = diagonals * 0x16a09eu + (middle >> 16u) + select(0u, 1u, low < lowest);
  let slanted = toDouble(vec2u(low, high));
  let sum = toDouble(vec2u(slanted.x, slanted.y + (straights << 20u)));
  // The highest bit of the length of one step is bit 52, so n is at most 11. The mantissa of an f32
  // has 24 bits. Bit 63 - n is the highest of sum and stands for 2^(63 - n - 52): the exponent is
  // 127 + 11 - n.
  let n = countLeadingZeros(sum.y);
  let top = select(sum.y, (sum.y << n) | (sum.x >> ((32u - n) & 31u)), n > 0u);
  let rest = top & 0xffu;
  let below = (sum.x << n) != 0u;
  var mantissa = top >> 8u;
  if (rest > 0x80u || (rest == 0x80u && (below || (mantissa & 1u) != 0u))) { mantissa += 1u; }
  return ((138u - n) << 23u) + mantissa - 0x800000u;
}

fn costOf(status: u32, label: u32) -> u32 {
  if (status != ${FOUND}u) { return INFINITE; }
  var bits = label;
  if (COST_KIND == ${COST_KIND.steps}u) { bits = stepsOf(label); }
  if (COST_KIND == ${COST_KIND.ticks}u) { bits = lengthOf(label); }
  if (COST_KIND == ${COST_KIND.bits}u || bits == UNKNOWN || bits == 0u) { return bits; }
  return bits + u32(EXPONENT << 23u);
}

@compute @workgroup_size(256)
fn answersOf(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let count = params.queryCount;
  for (var first = 4u * id.x; first < count; first += groups.x * 1024u) {
    var four = 0u;
    for (var q = first; q < min(count, first + 4u); q++) {
      let status = results[q];
      four |= status << (8u * (q - first));
      if (status == ${NO_ROOM}u) {
        atomicAdd(&counters[${COUNTER.noRoom}], 1u);
        atomicAdd(&counters[${COUNTER.wanted}], results[${SECTION.pathAt}u * count + q]);
      }
      if (status == ${STUCK}u) { atomicAdd(&counters[${COUNTER.stuck}], 1u); }
      if (COST_KIND == ${COST_KIND.host}u) { continue; }
      let cost = costOf(status, results[${SECTION.label}u * count + q]);
      if (cost == UNKNOWN) { atomicAdd(&counters[${COUNTER.unknown}], 1u); }
      costs[q] = cost;
    }
    statuses[first >> 2u] = four;
  }
}
`;

// What steering keeps for each cell of a layer: a u16 of facts, and two f32 of a heading; and what
// it answers for each agent. The compiler inlines all of these functions.

// Bits of the facts of a cell. The lowest eight are those of `blockedAround` (ground.ts).

/** The heading of the cell was found. */
export const KNOWN: u32 = 1 << 8;
/** The cell has an active goal. */
export const GOAL: u32 = 1 << 9;
/** The cell is blocked. */
export const SHUT: u32 = 1 << 10;

/** Answers of `steer`: src/steering/types.ts has their texts. */
export const WALKING: i32 = 0;
export const ARRIVED: i32 = 1;
export const NO_PATH: i32 = 2;
export const LEAVING: i32 = 3;
export const INVALID: i32 = 4;

/**
 * A disc touches an obstacle that is at most this much further away than the radius. The value is
 * far above the rounding of a place in f32 (2^-24), so that a disc that was moved to a wall counts
 * as touching the wall.
 */
export const CONTACT: f64 = 1.0 / 65536;
/** A direction that obstacles leave with a smaller length counts as none. */
export const LEAST: f64 = 1e-3;

/** The facts of a cell, 0 = not known. */
export function factsOf(facts: usize, v: i32): u32 {
  return <u32>load<u16>(facts + ((<usize>v) << 1));
}

export function setFacts(facts: usize, v: i32, value: u32): void {
  store<u16>(facts + ((<usize>v) << 1), <u16>value);
}

export function headingX(headings: usize, v: i32): f64 {
  return <f64>load<f32>(headings + ((<usize>v) << 3));
}

export function headingY(headings: usize, v: i32): f64 {
  return <f64>load<f32>(headings + ((<usize>v) << 3), 4);
}

export function setHeading(headings: usize, v: i32, x: f64, y: f64): void {
  store<f32>(headings + ((<usize>v) << 3), <f32>x);
  store<f32>(headings + ((<usize>v) << 3), <f32>y, 4);
}

/** The headings of cells v and v + 1. */
export function headingPair(headings: usize, v: i32): v128 {
  return v128.load(headings + ((<usize>v) << 3));
}

/** The heading of a cell, twice. */
export function headingTwice(headings: usize, v: i32): v128 {
  return v128.load64_splat(headings + ((<usize>v) << 3));
}

/** Whether the headings of cells v and v + 1 are known. */
export function pairKnown(facts: usize, v: i32): bool {
  const both = KNOWN | (KNOWN << 16);
  return (load<u32>(facts + ((<usize>v) << 1)) & both) == both;
}

export function setStatus(status: usize, agent: i32, value: i32): void {
  store<u8>(status + <usize>agent, <u8>value);
}

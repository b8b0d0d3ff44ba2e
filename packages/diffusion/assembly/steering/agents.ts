// The agents of a call, by index: positions and radii in f64, an answer of one byte each.

import { f64At } from '../layout';
import { setStatus } from './layout';

let xs: usize = 0;
let ys: usize = 0;
/** 0 where all agents have one radius. */
let radii: usize = 0;
let common: f64 = 0;
let statuses: usize = 0;

export function agentsBind(x: usize, y: usize, radius: usize, one: f64, status: usize): void {
  xs = x;
  ys = y;
  radii = radius;
  common = one;
  statuses = status;
}

export function agentX(k: i32): f64 {
  return f64At(xs, k);
}

export function agentY(k: i32): f64 {
  return f64At(ys, k);
}

/** Whether all agents have one radius. */
export function hasOneRadius(): bool {
  return radii == 0;
}

/** NaN where it is not 0 to 0.5. */
export function agentRadius(k: i32): f64 {
  const radius = radii == 0 ? common : f64At(radii, k);
  return radius >= 0 && radius <= 0.5 ? radius : NaN;
}

/** Answers 0 for the agents `first` to `last` - 1. */
export function answerZero(first: i32, last: i32): void {
  memory.fill(statuses + first, 0, last - first);
}

export function answer(k: i32, status: i32): void {
  setStatus(statuses, k, status);
}

// The ends of links, and whether they are closed. `isOpen` is called by rows.ts,
// src/areas/place-calls.ts and src/areas/area-extras.ts, the rest by src/areas/area-map.ts and
// src/areas/area-extras.ts.

import { get, set } from '@wayfield/wasm/assembly/words';
import { reallocate } from '@wayfield/wasm/assembly/env';
import { locate } from '../corridors/locate';
import { number } from '@wayfield/surface/assembly/columns';
import { costAt } from './map';

/** x and y of both ends of each link; per end the triangle that holds the end, -1 = closed. */
let places: usize = 0;
let triangles: usize = 0;
let endCount: u32 = 0;

/** Makes room for the ends of links; the host writes their coordinates to `endsAddress`. */
export function endsCreate(links: u32): void {
  endCount = 2 * links;
  places = reallocate(0, 0, (<usize>endCount) << 4);
  triangles = reallocate(0, 0, (<usize>endCount) << 2);
  for (let i: u32 = 0; i < endCount; i++) set(triangles, i, 0xffffffff);
}
export function endsAddress(): usize {
  return places;
}

/**
 * Finds the triangle of each end; an end off the mesh or in a closed area has none. With `radius`
 * the mesh is the grown one: an end in a hollow of it has a triangle, until src/areas/area-map.ts
 * closes that end.
 */
export function endsFind(): void {
  for (let i: u32 = 0; i < endCount; i++) {
    const x = number(places, 2 * i);
    const y = number(places, 2 * i + 1);
    set(triangles, i, <u32>(costAt(x, y) < Infinity ? locate(x, y) : -1));
  }
}

/** Counts an end as closed until the next `endsFind`. */
export function endsReject(end: u32): void {
  set(triangles, end, <u32>-1);
}

/** The triangle that holds an end, -1 = closed. Link i goes from end 2 i to end 2 i + 1. */
export function triangleOfEnd(end: u32): i32 {
  return <i32>get(triangles, end);
}

/** Whether a link is open: both of its ends are. */
export function isOpen(link: u32): bool {
  return triangleOfEnd(2 * link) >= 0 && triangleOfEnd(2 * link + 1) >= 0;
}

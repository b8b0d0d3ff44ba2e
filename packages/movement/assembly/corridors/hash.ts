// The hash that tells whether the mesh along a corridor is still that of a snapshot.
// `writeSnapshot` of src/corridors/snapshot.ts stores the hash of each corridor that is known to be
// valid. `readSnapshot` computes the hash on the current mesh. If both are equal, the corridor
// counts as valid without a test.

import { endSide, firstSide, sideAt } from '@wayfield/surface/assembly/world';
import { beyond, isFree } from './mesh';
import { NONE } from '@wayfield/wasm/assembly/words';
import { polygonOf, slotAt } from './slots';

/**
 * A hash of the polygons of a slot: of their vertices, and of which of their sides may be crossed.
 * The hash is FNV-1a over words of 32 bits in place of bytes. Equal polygons have equal hashes.
 * Different polygons have equal hashes with a chance of 2^-32. 0 if a polygon is not free.
 */
export function slotHash(number: u32): u32 {
  const slot = slotAt(number);
  let hash: u32 = 0x811c9dc5;
  for (let i: u32 = 0; i < slot.length; i++) {
    const p = polygonOf(slot, i);
    if (!isFree(p)) return 0;
    for (let s = firstSide(p), end = endSide(p); s < end; s++) {
      hash = mixNumber(mixNumber(hash, sideAt(s).x), sideAt(s).y);
      hash = mix(hash, beyond(s) == NONE ? 0 : 1);
    }
  }
  return hash;
}

function mixNumber(hash: u32, value: f64): u32 {
  const bits = reinterpret<u64>(value);
  return mix(mix(hash, <u32>bits), <u32>(bits >> 32));
}

function mix(hash: u32, word: u32): u32 {
  return (hash ^ word) * 0x01000193;
}

// A hash of the state of all agents: FNV-1a over words of 32 bits, instead of bytes.

import { u16At, u32At, u8At } from '../columns';
import { TRAITS_BYTES } from '../layout-world';
import { FREE } from '../status';
import { bound, traitsAt } from '../world';

const BASIS: u32 = 0x811c9dc5;
const PRIME: u32 = 0x01000193;

/**
 * The hash of the tick and of every agent, in the order of slots. Free slots, walls and the guide
 * are left out.
 */
export function hashAgents(): u32 {
  const w = bound();
  let hash = (BASIS ^ w.tick) * PRIME;
  for (let slot: u32 = 0; slot < w.end; slot++) {
    if (u8At(w.status, slot) == FREE) continue;
    hash = (hash ^ slot) * PRIME;
    hash = hashDouble(hash, w.positionX, slot);
    hash = hashDouble(hash, w.positionY, slot);
    hash = hashDouble(hash, w.homeX, slot);
    hash = hashDouble(hash, w.homeY, slot);
    hash = hashWord(hash, w.velocityX, slot);
    hash = hashWord(hash, w.velocityY, slot);
    hash = hashWord(hash, w.headingX, slot);
    hash = hashWord(hash, w.headingY, slot);
    hash = hashWord(hash, w.preferredX, slot);
    hash = hashWord(hash, w.preferredY, slot);
    hash = hashWord(hash, w.radius, slot);
    hash = hashWord(hash, w.generation, slot);
    const traits = changetype<usize>(traitsAt(slot));
    for (let i: u32 = 0; i < <u32>(TRAITS_BYTES >> 2); i++) hash = hashWord(hash, traits, i);
    hash = hashWord(hash, w.cruise, slot);
    const state = u8At(w.status, slot) | (u8At(w.level, slot) << 8) | (u16At(w.stall, slot) << 16);
    hash = (hash ^ state) * PRIME;
  }
  // In FNV the last words hardly change the high bits. These lines mix them.
  hash ^= hash >> 15;
  hash *= 0x2c1b3c6d;
  return hash ^ (hash >> 13);
}

function hashWord(hash: u32, column: usize, i: u32): u32 {
  return (hash ^ u32At(column, i)) * PRIME;
}

function hashDouble(hash: u32, column: usize, i: u32): u32 {
  return hashWord(hashWord(hash, column, 2 * i), column, 2 * i + 1);
}

import type { Agents } from '../agents/types.ts';
import { FREE } from '../constants.ts';

const NUMBER_OF: Readonly<Record<string, number>> = { grass: 1, antelope: 2, lion: 3 };

/** 32 bits from the slot, species, place and energy of all agents: by them tests compare worlds. */
export function hashOf(agents: Agents): number {
  const { bodies } = agents.environment;
  const energy = agents.numbers('energy');
  const words = new Uint32Array(bodies.end * 6);
  const floats = new Float64Array(1);
  const halves = new Uint32Array(floats.buffer);
  const bits = (array: Float32Array): Uint32Array =>
    new Uint32Array(array.buffer, array.byteOffset, bodies.end);
  const [x, y, z] = [bodies.x, bodies.y, bodies.z ?? bodies.y].map(bits);
  for (let slot = 0; slot < bodies.end; slot++) {
    if (bodies.kind[slot] === FREE) continue;
    floats[0] = energy[slot];
    const species = NUMBER_OF[agents.typeOf(slot)];
    words.set([species, x[slot], y[slot], z[slot], ...halves], slot * 6);
  }
  let hash = 0;
  for (const word of words) hash = Math.imul(hash ^ word, 0x01000193) + 1;
  return hash >>> 0;
}

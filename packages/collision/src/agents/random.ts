/**
 * A number of at least 0 and less than 1 for a seed and three more numbers, by the finaliser of
 * MurmurHash3 (Appleby, 2008). Agents share no random state, so the order in which they act does
 * not matter.
 */
export function randomAt(seed: number, tick: number, agent: number, draw: number): number {
  let h = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  h = mix(h ^ tick);
  h = mix(h ^ agent);
  h = mix(h ^ draw);
  return (h >>> 0) / 2 ** 32;
}

function mix(word: number): number {
  let h = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) + 0x27d4eb2f;
}

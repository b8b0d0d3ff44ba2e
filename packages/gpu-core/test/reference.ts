// Plain references of the primitives: tests compare the GPU with these.

/** Exclusive prefix sum modulo 2^32. */
export function scanOf(input: Uint32Array): Uint32Array {
  const out = new Uint32Array(input.length);
  for (let i = 0, sum = 0; i < input.length; i++) {
    out[i] = sum;
    sum = (sum + input[i]) >>> 0;
  }
  return out;
}

/** Stable counting sort by digits of 11 bits; the order as indices into the keys. */
export function orderOf(keys: Uint32Array, firstBit = 0, endBit = 32): Uint32Array {
  const n = keys.length;
  let from = new Uint32Array(n);
  let to = new Uint32Array(n);
  for (let i = 0; i < n; i++) from[i] = i;
  for (let bit = firstBit; bit < endBit; bit += 11) {
    const mask = 2 ** Math.min(11, endBit - bit) - 1;
    const next = new Uint32Array(mask + 2);
    for (let i = 0; i < n; i++) {
      const digit = (keys[i] >>> bit) & mask;
      next[digit + 1]++;
    }
    for (let d = 0; d < mask; d++) next[d + 1] += next[d];
    for (let i = 0; i < n; i++) {
      const index = from[i];
      const digit = (keys[index] >>> bit) & mask;
      to[next[digit]++] = index;
    }
    [from, to] = [to, from];
  }
  return from;
}

/** Circles or spheres of radius 0.35 to 0.65, each with about 3 others that it touches. */
export interface Circles {
  readonly n: number;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly z: Float32Array;
  readonly r: Float32Array;
}

/** Two states of the same crowd: every body has moved by at most 0.05 per axis. Seeded. */
export function crowd(n: number, three: boolean, seed: number): [Circles, Circles] {
  let state = seed >>> 0;
  const random = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  // n pi (ra + rb)^2 / side^2 = 3, and the same with balls; the means of the powers of ra + rb
  const side = three
    ? Math.cbrt((((n * 4) / 3) * Math.PI * 1.045) / 3)
    : Math.sqrt((n * Math.PI * 1.015) / 3);
  const [x, y, z, r] = [0, 0, 0, 0].map(() => new Float32Array(n));
  for (let i = 0; i < n; i++) {
    x[i] = random() * side;
    y[i] = random() * side;
    z[i] = three ? random() * side : 0;
    r[i] = 0.35 + random() * 0.3;
  }
  const inside = (value: number): number =>
    Math.min(side, Math.max(0, value + (random() - 0.5) * 0.1));
  const later = { n, x: x.map(inside), y: y.map(inside), z: three ? z.map(inside) : z, r };
  return [{ n, x, y, z, r }, later];
}

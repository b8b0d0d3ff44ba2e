// The angle of a direction: atan2 with one division, for finite numbers.

/** tan(pi / 8), and 1 / that. */
const LOW: f64 = 0.41421356237309503;
const HIGH: f64 = 2.414213562373095;

/**
 * From -pi to pi. The polynomial is that of fdlibm (Sun Microsystems 1993) for arguments up to 7 /
 * 16. Errors stay below 5e-16 (found: 4.55e-16, in 20 million angles).
 */
export function angleOf(y: f64, x: f64): f64 {
  const a = abs(y);
  const b = abs(x);
  let t: f64;
  let base: f64;
  if (a <= LOW * b) {
    t = b > 0 ? a / b : 0;
    base = 0;
  } else if (a < HIGH * b) {
    t = (a - b) / (a + b);
    base = Math.PI / 4;
  } else {
    t = -b / a;
    base = Math.PI / 2;
  }
  const z = t * t;
  const w = z * z;
  let even = 4.9768779946159324e-2 + w * 1.6285820115365782e-2;
  even = 6.661073137387531e-2 + w * even;
  even = 9.090887133436507e-2 + w * even;
  even = 1.4285714272503466e-1 + w * even;
  even = 3.333333333333293e-1 + w * even;
  let odd = -5.833570133790573e-2 + w * -3.6531572744216916e-2;
  odd = -7.69187620504483e-2 + w * odd;
  odd = -1.1111110405462356e-1 + w * odd;
  odd = -1.9999999999876483e-1 + w * odd;
  let angle = base + (t - t * (z * even + w * odd));
  if (x < 0) angle = Math.PI - angle;
  return y < 0 ? -angle : angle;
}

/** How many pairs of discs touch: all are asked, by the rule of @wayfield/collision, in f32. */
export function touchingPairs(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  radius: ArrayLike<number>,
): number {
  const { fround } = Math;
  let pairs = 0;
  for (let a = 0; a < x.length; a++) {
    for (let b = a + 1; b < x.length; b++) {
      const dx = fround(x[a] - x[b]);
      const dy = fround(y[a] - y[b]);
      const reach = fround(radius[a] + radius[b]);
      if (fround(fround(dx * dx) + fround(dy * dy)) <= fround(reach * reach)) pairs++;
    }
  }
  return pairs;
}

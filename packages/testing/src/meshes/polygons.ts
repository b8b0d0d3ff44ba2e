/**
 * Polygons in a square of 10 as four kinds of trouble: on few lattice points, on many, anywhere, on
 * quarters.
 */
export function randomPolygon(random: () => number, kind: number): number[] {
  const size = 10;
  const at = (): number =>
    kind === 0
      ? Math.floor(random() * 8)
      : kind === 3
        ? Math.floor(random() * 40) / 4
        : random() * size;
  const [bx, by] = [at(), at()];
  return Array.from({ length: 2 * (3 + Math.floor(random() * 6)) }, (_, i) => {
    if (kind === 0 || kind === 3) return at();
    const near = Math.min(size, Math.max(0, (i % 2 ? by : bx) + (random() - 0.5) * 4));
    return kind === 1 ? Math.round(near * 100) / 100 : near;
  });
}

/**
 * A polygon of 3 to 8 corners in a square of 10; its sides may cross. `kind` says where corners
 * are: 0: on whole numbers below 8; 1: on hundredths, near one place; 2: anywhere near one place;
 * 3: on quarters.
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

/**
 * A convex obstacle in each of `side` x `side` squares of 10, with its corners on a circle of
 * radius `reach` around the middle of the square. Coordinates are rounded to multiples of 1/16, so
 * that the snap grid of a mesh does not move them and slow oracles see the same corners.
 */
export function convexObstacles(side: number, random: () => number, reach: number): number[][] {
  const obstacles: number[][] = [];
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) {
      const corners = 3 + Math.floor(random() * 5);
      const turned = random() * 7;
      const ring: number[] = [];
      for (let k = 0; k < corners; k++) {
        const angle = turned + (2 * Math.PI * k) / corners;
        ring.push(
          Math.round((10 * column + 5 + reach * Math.cos(angle)) * 16) / 16,
          Math.round((10 * row + 5 + reach * Math.sin(angle)) * 16) / 16,
        );
      }
      obstacles.push(ring);
    }
  return obstacles;
}

/** What `editRooms` needs of a `NavMesh`. */
export interface Obstacles {
  add(obstacle: number[]): number;
  addWall(wall: number[]): number;
  remove(id: number): unknown;
}

/**
 * Edits a square of `side` by `side` rooms of 10 by 10. Each call chooses a room, and its wall of
 * least x, its wall of least y or a pillar in it. The call adds what it chose, or removes it if it
 * is there. A new wall is 10 long with probability `closed`, else 8, which leaves a door.
 */
export function editRooms(
  nav: Obstacles,
  side: number,
  random: () => number,
  closed: number,
): () => void {
  const place = new Map<string, number>();
  return () => {
    const [column, row] = [Math.floor(random() * side), Math.floor(random() * side)];
    const [x, y] = [10 * column, 10 * row];
    const kind = Math.floor(random() * 3);
    const key = `${kind} ${column} ${row}`;
    const old = place.get(key);
    if (old !== undefined) {
      nav.remove(old);
      place.delete(key);
    } else if (kind === 0) {
      const [cx, cy] = [x + 3 + 4 * random(), y + 3 + 4 * random()];
      const r = 0.5 + 2 * random();
      place.set(key, nav.add([cx - r, cy, cx, cy - r, cx + r, cy, cx, cy + r]));
    } else {
      const length = random() < closed ? 10 : 8;
      place.set(key, nav.addWall(kind === 1 ? [x, y, x + length, y] : [x, y, x, y + length]));
    }
  };
}

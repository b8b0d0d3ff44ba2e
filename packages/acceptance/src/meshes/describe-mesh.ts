import { NONE } from '@wayfield/graph';
import type { PolygonMesh, Reduction, Triangulation } from '@wayfield/navmesh';

/**
 * All triangles by coordinates, the lowest corner first, each with its depth in obstacles. `|`
 * follows a corner whose side is a wall, `-` any other. Equal triangulations give the same text.
 */
export function describeTriangulation(t: Triangulation): string {
  const lines: string[] = [];
  for (let e = 0; e < t.triangleCount * 3; e += 3) {
    if (t.corner[e] < 0) continue;
    const corners = [e, e + 1, e + 2].map((side) => {
      const v = t.corner[side];
      return `${t.x[v]},${t.y[v]}${t.constraint[side] >= 0 ? '|' : '-'}`;
    });
    const first = corners.indexOf([...corners].sort()[0]);
    const turned = [corners[first], corners[(first + 1) % 3], corners[(first + 2) % 3]];
    lines.push(`${turned.join(' ')} ${t.depth[e / 3]}`);
  }
  return lines.sort().join('\n');
}

/** The triangle that a side belongs to. */
const owner = (side: number): number => Math.floor(side / 3);

/**
 * A reduction by coordinates: the same text for the same reduction of the same triangles, whatever
 * their numbers. Lengths have 10 digits, because the direction in which a corridor is measured
 * decides the last digits.
 */
export function describeReduction(mesh: PolygonMesh, r: Reduction): string {
  const corner = (s: number): string => `${mesh.x[mesh.corner[s]]},${mesh.y[mesh.corner[s]]}`;
  const names = Array.from({ length: r.triangleCount }, (_, t) =>
    [3 * t, 3 * t + 1, 3 * t + 2].map(corner).sort().join(' '),
  );
  const sideName = (s: number): string =>
    s === NONE ? 'none' : `${names[owner(s)]} at ${corner(s)}`;
  // a part is named after its first triangle in the order of names
  const part = new Map<number, string>();
  for (let t = 0; t < r.triangleCount; t++) {
    const least = part.get(r.part[t]);
    if (least === undefined || names[t] < least) part.set(r.part[t], names[t]);
  }
  const lines: string[] = [];
  for (let t = 0; t < r.triangleCount; t++) {
    const [level, structure] = [r.level[t], r.structure[t]];
    // which triangle is the root of a tree without an entrance is arbitrary
    const hasDoor = level === 1 && r.mouth[structure] !== NONE;
    const dead = hasDoor
      ? `${sideName(r.exit[t])} ${r.position[t]} ${sideName(r.mouth[structure])}`
      : '';
    const widths = [3 * t, 3 * t + 1, 3 * t + 2]
      .map((s) => `${corner(s)} ${r.passWidth[s]}`)
      .sort();
    lines.push(`${names[t]}: ${level} of ${part.get(r.part[t])}; ${dead}; ${widths.join()}`);
  }
  for (let c = 0; c < r.corridorCount; c++) {
    let list = Array.from(
      r.corridorTriangle.subarray(r.firstTriangle[c], r.firstTriangle[c + 1]),
      (t) => names[t],
    );
    let ends = [r.corridorEnd[2 * c], r.corridorEnd[2 * c + 1]].map(sideName);
    // a corridor without ends is a ring: where it begins and which way it turns is arbitrary
    if (ends[0] === 'none') {
      const at = list.indexOf([...list].sort()[0]);
      list = [...list.slice(at), ...list.slice(0, at)];
      if (list[1] > list.at(-1)!) list = [list[0], ...list.slice(1).toReversed()];
    } else if (ends[0] > ends[1]) {
      ends = ends.toReversed();
      list.reverse();
    }
    const length = r.corridorLength[c].toPrecision(10);
    lines.push(`${ends.join(' to ')}: ${list.join(' > ')}; ${length} ${r.corridorWidth[c]}`);
  }
  return lines.sort().join('\n');
}

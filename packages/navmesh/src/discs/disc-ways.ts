import { NONE } from '@wayfield/graph';
import type { Passages } from './passages.ts';
import type { PolygonMesh } from '../polygons/polygon-mesh.ts';

const after = (side: number): number => (side % 3 === 2 ? side - 2 : side + 1);

/**
 * Tells without a search whether passages wide enough join two triangles. A path needs them;
 * whether its ends are clear is another question.
 */
export interface DiscWays {
  readonly passages: Passages;
  /**
   * Whether a passage wide enough for a radius leads from one of some triangles to one of others,
   * or they share a triangle.
   */
  join(from: Uint32Array, to: Uint32Array, radius: number): boolean;
  /**
   * Tells of each triangle whether a passage wide enough leads to it from one of some triangles.
   */
  reachedFrom(from: Uint32Array, radius: number): (triangle: number) => boolean;
}

/**
 * `part` as `findParts` gives it; `passages` of the widths for paths that may begin or end beside
 * a wall.
 */
export function createDiscWays(mesh: PolygonMesh, part: Uint32Array, passages: Passages): DiscWays {
  const { x, y, corner, twin } = mesh;
  const widthFor = (radius: number): number => 2 * radius * (1 - 1e-12);

  /** Whether a disc fits through a side between its ends. */
  function isOpen(side: number, width: number): boolean {
    const [a, b] = [corner[side], corner[after(side)]];
    const [dx, dy] = [x[b] - x[a], y[b] - y[a]];
    return twin[side] !== NONE && dx * dx + dy * dy >= width * width;
  }

  function isWideEnough(a: number, b: number, width: number): boolean {
    if (part[a] !== part[b]) return false;
    if (a === b) return true;
    for (let s = 3 * a; s < 3 * a + 3; s++)
      for (let t = 3 * b; t < 3 * b + 3; t++)
        if (isOpen(s, width) && isOpen(t, width) && passages.widest(s, t) >= width) return true;
    return false;
  }

  return {
    passages,
    join(from, to, radius) {
      const width = widthFor(radius);
      for (const a of from) for (const b of to) if (isWideEnough(a, b, width)) return true;
      return false;
    },
    reachedFrom(from, radius) {
      const width = widthFor(radius);
      const groups = new Set<number>();
      for (const t of from)
        for (let s = 3 * t; s < 3 * t + 3; s++)
          if (isOpen(s, width)) groups.add(passages.group(s, width));
      return (t) => {
        if (from.includes(t)) return true;
        for (let s = 3 * t; s < 3 * t + 3; s++)
          if (isOpen(s, width) && groups.has(passages.group(s, width))) return true;
        return false;
      };
    },
  };
}

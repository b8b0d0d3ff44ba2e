import type { Arena, Blocks } from '@wayfield/wasm';
import { buildDiscCircles, type DiscCircles } from './disc-circles.ts';
import { type DiscCorridors, MOST_ROWS } from './disc-corridors.ts';
import type { DiscKernels } from './disc-kernels.ts';
import type { FreeBorder } from './free-border.ts';
import type { PolygonMesh } from './polygon-mesh.ts';
import { packDiscTables, type TableArrays } from './table-file.ts';

/** What is made for a radius: steps for discs that are no larger, a table (0 = none) for those that are no smaller. Addresses. */
interface DiscClass {
  readonly radius: number;
  readonly first: number;
  readonly steps: number;
  readonly table: number;
  /** The graph of circles for just that radius, where there is one. */
  readonly circles: DiscCircles | undefined;
}

/** What is made in advance for some radii. */
export interface DiscClasses {
  /** Makes the kernels take what there is for a radius. */
  use(radius: number): void;
  /**
   * Makes the graph of circles for the radius at hand, in the place of the last that was made so, and makes the kernels take it. False where there was one, or where none can be
   * made.
   */
  prepare(): boolean;
  /** The tables, as they are saved. */
  tables(): TableArrays['discs'];
}

/**
 * `mostRows`: where there are more gates graphs are left out. `saved`: tables that were made before, for the same radii. `slack`: by how much less than a radius counts as clear of something, beside a share of it.
 */
export function buildDiscClasses(
  mesh: PolygonMesh,
  corridors: DiscCorridors,
  kernels: DiscKernels,
  arena: Arena,
  blocks: Blocks,
  border: FreeBorder,
  radii: Iterable<number>,
  mostRows: number,
  saved: TableArrays['discs'] | undefined,
  slack: number,
): DiscClasses {
  const { rows, stepsFor } = corridors;
  const put = (array: Float64Array | Float32Array | Uint32Array): number => {
    const address = blocks.allocate(array.byteLength);
    arena.bytes().set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), address);
    return address;
  };
  const sorted = [...new Set(radii)].sort((a, b) => a - b);
  const classes = [...sorted, Infinity].map((radius, i): DiscClass => {
    const { first, steps } = stepsFor(radius);
    const made = { radius, first: put(first), steps: put(steps), table: 0, circles: undefined };
    if (radius === Infinity) return made;
    const table = saved ? takeTable(saved, i) : buildTable(made);
    return { ...made, table, circles: buildCircles(radius) };
  });

  /** The table of the saved ones for radius i; 0 where it was left out. */
  function takeTable({ firstBound, bounds }: TableArrays['discs'], i: number): number {
    const entries = bounds.subarray(firstBound[i]!, firstBound[i + 1]!);
    return entries.length > 0 ? put(entries) : 0;
  }

  /** The lengths of the shortest ways between the ends of gates; 0 where that would take long. */
  function buildTable({ radius, first, steps }: DiscClass): number {
    const count = rows.length;
    if (count === 0 || count > MOST_ROWS) return 0;
    const table = blocks.allocate(4 * count * count);
    kernels.stepsBind(first, steps);
    for (let i = 0; i < count; i++)
      if (kernels.searchRow(rows[i]!, radius, table + 4 * i * count, count, 16 * count) === 0) {
        blocks.free(table);
        return 0;
      }
    return table;
  }

  function buildCircles(radius: number): DiscCircles | undefined {
    return radius === 0 || rows.length > mostRows ? undefined : makeCircles(radius);
  }

  function makeCircles(radius: number): DiscCircles | undefined {
    // what paths may be nearer than the radius by
    border.begin(radius, radius * (1 - 5e-10) - slack);
    return buildDiscCircles(mesh, border, kernels, arena, blocks, radius);
  }

  let used = -1;
  /** What was made for a radius later, or could not be made. */
  let late: { radius: number; circles: DiscCircles | undefined } | undefined;
  function circlesFor(radius: number): DiscCircles | undefined {
    if (late?.radius === radius) return late.circles;
    return classes.find((one) => one.radius === radius)?.circles;
  }

  return {
    /** The steps of the next class from above, the table of the next from below. */
    use(radius) {
      if (radius === used) return;
      used = radius;
      const above = classes.find((one) => one.radius >= radius)!;
      const below = classes.findLast((one) => one.radius <= radius && one.table !== 0);
      kernels.stepsBind(above.first, above.steps);
      kernels.tableBind(below?.table ?? 0, rows.length, below?.radius ?? 0);
      const circles = circlesFor(radius);
      circles?.use();
      kernels.queryUse(circles !== undefined);
    },
    prepare() {
      if (used === 0 || circlesFor(used) || late?.radius === used) return false;
      late?.circles?.free();
      late = { radius: used, circles: makeCircles(used) };
      late.circles?.use();
      kernels.queryUse(late.circles !== undefined);
      return late.circles !== undefined;
    },
    tables() {
      const made = classes.filter((one) => one.radius < Infinity);
      const cells = rows.length ** 2;
      const tables = made.map(({ table }) =>
        arena.floats().subarray(table >>> 2, (table >>> 2) + (table ? cells : 0)),
      );
      return packDiscTables(
        Float64Array.from(made, (one) => one.radius),
        tables,
      );
    },
  };
}

// Lines of sight for discs, on grids and on surfaces of meshes.
import { callback, checkOptions, number, object, positive, typed, whole } from '@wayfield/check';
import { lineOfSightXY } from '@wayfield/graph/sight';
import type { Grid } from '@wayfield/graph';
import type { CellPlaces } from '../walls/of-grid.ts';

/**
 * Whether a disc can go straight from a to b. Coordinates and radius in metres. The same question
 * must get the same answer until the map changes.
 */
export type Sight = (ax: number, ay: number, bx: number, by: number, radius: number) => boolean;

/** What `sightOfSurface` asks of a `Surface` of `@wayfield/navmesh/surface`. */
export interface RaySurface {
  raycast(
    ax: number,
    ay: number,
    bx: number,
    by: number,
    disc: { radius: number; out?: never },
  ): { readonly status: number };
}

/**
 * A disc that touches a wall sees along it: radii are less by this part, about a tenth of a
 * percent.
 */
const SLACK = 1 - 2 ** -10;
/** `CLEAR` of a surface: no wall is met. */
const CLEAR = 1;

const finite = /* @__PURE__ */ number();
const surfaceRule = /* @__PURE__ */ object({ raycast: callback }, 'a Surface');
const side = /* @__PURE__ */ whole(1, 2 ** 30);
const gridRule = /* @__PURE__ */ object(
  { width: side, height: side, cost: /* @__PURE__ */ typed(Float32Array) },
  'a Grid',
);
const rules = { cellSize: positive, originX: finite, originY: finite };

/**
 * Lines of sight on the surface of a mesh, for discs of any radius. Follows the changes of a
 * `NavMesh`.
 *
 * @example
 * const guide = createPathGuide(crowd, { sees: sightOfSurface(createSurface(mesh)) });
 */
export function sightOfSurface(surface: RaySurface): Sight {
  surfaceRule(surface, 'surface');
  const disc: { radius: number; out?: unknown } = { radius: 0 };
  return (ax, ay, bx, by, radius) => {
    disc.radius = SLACK * radius;
    const hit = surface.raycast(ax, ay, bx, by, disc as { radius: number });
    // the answer is written again by the next call
    disc.out = hit;
    return hit.status === CLEAR;
  };
}

/**
 * Lines of sight on a grid. A disc goes where parallel lines over its width go, at most a cell
 * apart: a blocked cell between two lines would have to be narrower than a cell. Blocked cells are
 * read at each call.
 *
 * @example
 * const sees = sightOfGrid(grid, { cellSize: 0.5 });
 */
export function sightOfGrid(grid: Grid, options: CellPlaces = {}): Sight {
  gridRule(grid, 'grid');
  checkOptions('sightOfGrid', options, rules);
  const { cellSize = 1, originX = 0, originY = 0 } = options;
  return (ax, ay, bx, by, radius) => {
    const [sx, sy] = [(ax - originX) / cellSize, (ay - originY) / cellSize];
    const [ex, ey] = [(bx - originX) / cellSize, (by - originY) / cellSize];
    const length = Math.hypot(ex - sx, ey - sy);
    const reach = (SLACK * radius) / cellSize;
    // the middle and one line on each side at least; of a point, and of no way, the middle alone
    const lines = length > 0 && reach > 0 ? 2 * Math.ceil(reach) : 0;
    for (let k = 0; k <= lines; k++) {
      const off = lines === 0 ? 0 : reach * ((2 * k) / lines - 1);
      const [nx, ny] =
        off === 0 ? [0, 0] : [(-(ey - sy) / length) * off, ((ex - sx) / length) * off];
      if (!lineOfSightXY(grid, sx + nx, sy + ny, ex + nx, ey + ny)) return false;
    }
    return true;
  };
}

// Libraries that take walkable triangles or polygons: they get ours, and the time for making these
// is not counted.
import { buildPolygonMesh, createNavMesh, type PolygonMesh } from '@wayfield/navmesh';
import { importNames } from '@wayfield/bench/internal/run/peers/peer';
import type { ConvexScene } from '@wayfield/bench/internal/meshes/measure/convex-scene';
import type { MeshFinder } from './finder.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}
interface PointInSpace extends Point {
  readonly z: number;
}

interface Yuka {
  Vector3: new (x: number, y: number, z: number) => PointInSpace;
  Polygon: new () => { fromContour(points: PointInSpace[]): unknown };
  NavMesh: new () => {
    fromPolygons(polygons: unknown[]): unknown;
    findPath(from: PointInSpace, to: PointInSpace): PointInSpace[];
  };
}

const yuka: MeshFinder = {
  name: 'yuka',
  packages: ['yuka'],
  async prepare(scene) {
    const { Vector3, Polygon, NavMesh } = await importNames<Yuka>('yuka');
    const mesh = walkable(scene);
    const points = Array.from(mesh.x, (x, v) => new Vector3(x, 0, mesh.y[v]));
    const rings = ringsOf(mesh).map((ring) => ring.map((v) => points[v]).reverse());
    return {
      build() {
        // the library joins triangles to polygons itself
        const navMesh = new NavMesh();
        navMesh.fromPolygons(rings.map((ring) => new Polygon().fromContour(ring)));
        return {
          find: (ax, ay, bx, by) =>
            navMesh.findPath(new Vector3(ax, 0, ay), new Vector3(bx, 0, by)),
          path: (found: PointInSpace[]) => found.flatMap(({ x, z }) => [x, z]),
          destroy() {},
        };
      },
    };
  },
};

interface NavMeshPackage {
  NavMesh: new (polygons: readonly (readonly Point[])[]) => {
    findPath(from: Point, to: Point): Point[] | null;
  };
}

const navmesh: MeshFinder = {
  name: 'navmesh',
  packages: ['navmesh'],
  async prepare(scene) {
    const { NavMesh } = await importNames<NavMeshPackage>('navmesh');
    const mesh = walkable(scene);
    const polygons = ringsOf(mesh).map((ring) => ring.map((v) => ({ x: mesh.x[v], y: mesh.y[v] })));
    return {
      build() {
        const navMesh = new NavMesh(polygons);
        return {
          find: (ax, ay, bx, by) => navMesh.findPath({ x: ax, y: ay }, { x: bx, y: by }),
          path: (found: Point[] | null) => (found ?? []).flatMap(({ x, y }) => [x, y]),
          destroy() {},
        };
      },
    };
  },
};

interface Three {
  Vector3: Yuka['Vector3'];
  BufferAttribute: new (array: Float32Array | Uint32Array, size: number) => unknown;
  BufferGeometry: new () => {
    setAttribute(name: string, attribute: unknown): void;
    setIndex(attribute: unknown): void;
  };
}
interface ThreePathfinding {
  Pathfinding: {
    new (): {
      setZoneData(name: string, zone: unknown): void;
      getGroup(zone: string, at: PointInSpace): number;
      findPath(
        from: PointInSpace,
        to: PointInSpace,
        zone: string,
        group: number,
      ): PointInSpace[] | null;
    };
    createZone(geometry: unknown): unknown;
  };
}

const threePathfinding: MeshFinder = {
  name: 'three-pathfinding',
  packages: ['three-pathfinding', 'three'],
  async prepare(scene) {
    const { Vector3, BufferAttribute, BufferGeometry } = await importNames<Three>('three');
    const { Pathfinding } = await importNames<ThreePathfinding>('three-pathfinding');
    const mesh = walkable(scene);
    const positions = Float32Array.from({ length: 3 * mesh.x.length }, (_, i) =>
      i % 3 === 1 ? 0 : i % 3 === 0 ? mesh.x[i / 3] : mesh.y[(i - 2) / 3],
    );
    const indices = Uint32Array.from(ringsOf(mesh).flatMap((ring) => ring.toReversed()));
    return {
      build() {
        const geometry = new BufferGeometry();
        geometry.setAttribute('position', new BufferAttribute(positions, 3));
        geometry.setIndex(new BufferAttribute(indices, 1));
        const finder = new Pathfinding();
        finder.setZoneData('ground', Pathfinding.createZone(geometry));
        return {
          find(ax, ay, bx, by) {
            const from = new Vector3(ax, 0, ay);
            const to = new Vector3(bx, 0, by);
            const path = finder.findPath(from, to, 'ground', finder.getGroup('ground', from));
            return path && [from, ...path];
          },
          path: (found: PointInSpace[] | null) => (found ?? []).flatMap(({ x, z }) => [x, z]),
          destroy() {},
        };
      },
    };
  },
};

export const POLYGON_FINDERS: readonly MeshFinder[] = [yuka, navmesh, threePathfinding];

/** The walkable triangles of a scene. */
function walkable({ side, obstacles }: ConvexScene): PolygonMesh {
  const boundary = [0, 0, side, 0, side, side, 0, side];
  const { triangulation } = createNavMesh({ boundary, obstacles });
  return buildPolygonMesh(triangulation, { merge: false });
}

/** The corners of each polygon, turning left. */
function ringsOf({ polygonCount, firstSide, corner }: PolygonMesh): number[][] {
  return Array.from({ length: polygonCount }, (_, p) =>
    Array.from(corner.subarray(firstSide[p], firstSide[p + 1])),
  );
}

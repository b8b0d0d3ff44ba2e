// A map in any form that @wayfield/navmesh reads, with all data that searches on it need.
import { basename } from 'node:path';
import type { Grid } from '@wayfield/graph';
import {
  buildPolygonMesh,
  buildReduction,
  createNavMesh,
  loadMesh,
  type NavMeshInput,
  outlineGrid,
  type PolygonMesh,
  type Reduction,
  triangulate,
  type Triangulation,
} from '@wayfield/navmesh';
import { loadCdt, loadObj, type ObjOptions, outlineMesh } from '@wayfield/navmesh/formats';
import { readMap } from '../../run/problems/movingai.ts';
import { InputError, naming, readBytes } from '../../run/problems/read-file.ts';
import type { Ground } from '../study/queries.ts';
import { layOutWorld, type WorldName } from '../study/worlds.ts';

export interface MeshMap extends Ground {
  /** The map's name, of letters, digits and `.`, `_`, `-`. */
  readonly name: string;
  readonly description: string;
  /** The grid of a map that is made of cells. */
  readonly grid: Grid | undefined;
  readonly triangles: PolygonMesh;
  readonly reduction: Reduction;
  /** Milliseconds for each step of building. */
  readonly ms: Readonly<Record<'triangulation' | 'triangles' | 'polygons' | 'reduction', number>>;
  /** Bytes of the arrays that each step leaves. */
  readonly bytes: MeshMap['ms'];
}

/** The source that a map is made from. */
type Source =
  | { readonly input: NavMeshInput; readonly grid?: Grid }
  | { readonly points: Float64Array; readonly edges: Uint32Array }
  | { readonly mesh: PolygonMesh };

/** Readers by the ends of file names, before `.gz`. */
const READERS: Readonly<Record<string, (path: string, obj: ObjOptions) => Promise<Source>>> = {
  async map(path) {
    const grid = await readMap(path);
    return { input: outlineGrid(grid), grid };
  },
  mesh: (path) => parse(path, (text) => ({ mesh: loadMesh(text) })),
  obj: (path, options) => parse(path, (text) => ({ mesh: loadObj(text, options).mesh })),
  txt: (path) => parse(path, loadCdt),
};

/**
 * Reads a MovingAI `.map`, a `.mesh` of version 2, a `.obj`, or points and edges as `.txt`; gzip or
 * not.
 */
export async function readMeshMap(path: string, obj: ObjOptions = {}): Promise<MeshMap> {
  const { file, name, end } = partsOf(path);
  const read = READERS[end.toLowerCase()];
  if (!read) {
    const known = Object.keys(READERS).map((one) => `.${one}`);
    throw new InputError(
      `${path}: a map is a file that ends with ${known.join(', ')} or one of these and .gz`,
    );
  }
  const source = await read(path, obj);
  return naming(path, () => buildMap(name, file, source));
}

/** The file without `.gz`, the name of its map, and the end that says its format. */
export function partsOf(path: string): { file: string; name: string; end: string } {
  const file = basename(path).replace(/\.gz$/, '');
  const [, name = '', end = ''] = /^(.+)\.([a-z]+)$/i.exec(file) ?? [];
  return { file, name: name.replaceAll(/[^\w.-]+/g, '-'), end };
}

/** A made-up world of the study. */
export function makeMeshMap(world: WorldName, side: number, seed: number): MeshMap {
  const what = `made up, ${side} by ${side}, seed ${seed}`;
  return buildMap(`${world}-${side}`, what, layOutWorld(world, side, seed));
}

async function parse(path: string, read: (text: string) => Source): Promise<Source> {
  const bytes = await readBytes(path);
  return naming(path, () => read(new TextDecoder().decode(bytes)));
}

function buildMap(name: string, description: string, source: Source): MeshMap {
  const [triangulation, triangulationMs] = timed(() => triangulationOf(source));
  const [triangles, trianglesMs] = timed(() => buildPolygonMesh(triangulation, { merge: false }));
  // polygons of a file are not merged
  const [merged, polygonsMs] = timed(() =>
    'mesh' in source ? source.mesh : buildPolygonMesh(triangulation),
  );
  const [reduction, reductionMs] = timed(() => buildReduction(triangles));
  if (triangles.polygonCount === 0) throw new RangeError('there is no free ground on it');
  return {
    name,
    description,
    grid: 'grid' in source ? source.grid : undefined,
    box: boxOf(triangles),
    triangles,
    merged,
    reduction,
    ms: {
      triangulation: triangulationMs,
      triangles: trianglesMs,
      polygons: polygonsMs,
      reduction: reductionMs,
    },
    bytes: {
      triangulation: bytesOf(triangulation),
      triangles: bytesOf(triangles),
      polygons: bytesOf(merged),
      reduction: bytesOf(reduction),
    },
  };
}

function triangulationOf(source: Source): Triangulation {
  if ('points' in source) return triangulate(source.points, source.edges).triangulation;
  return createNavMesh('mesh' in source ? outlineMesh(source.mesh) : source.input).triangulation;
}

function timed<T>(run: () => T): [T, number] {
  const start = performance.now();
  const result = run();
  return [result, performance.now() - start];
}

/** Bytes of all typed arrays in an object; lists of numbers count eight bytes for each number. */
function bytesOf(of: object): number {
  return Object.values(of).reduce<number>((sum, value) => {
    if (ArrayBuffer.isView(value)) return sum + value.byteLength;
    return sum + (Array.isArray(value) ? 8 * value.length : 0);
  }, 0);
}

function boxOf({ x, y, corner }: PolygonMesh): [number, number, number, number] {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const v of corner) {
    minX = Math.min(minX, x[v]);
    minY = Math.min(minY, y[v]);
    maxX = Math.max(maxX, x[v]);
    maxY = Math.max(maxY, y[v]);
  }
  return [minX, minY, maxX, maxY];
}

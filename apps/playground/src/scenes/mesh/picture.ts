// The picture of the scene: mesh, sleeve, paths, ends, and the outline that is drawn.
import { type Theme, themeOf } from '../../draw/colours.ts';
import type { Surface } from '../../draw/surface.ts';
import type { Settings } from '../../common/settings.ts';
import { paletteOf, tintsFor } from './look.ts';
import type { meshFunctions } from './mesh-functions.ts';
import {
  makeLines,
  makePoints,
  makeTriangles,
  piecesOf,
  setLines,
  setPoints,
  setTriangles,
} from './sheet.ts';

export type MeshShapes = Awaited<ReturnType<typeof meshFunctions.picture>>;
export type SleeveShapes = Pick<
  Awaited<ReturnType<typeof meshFunctions.solve>>,
  'sleeve' | 'portals'
>;

export interface MeshPicture {
  /** Whether the picture has a sleeve, the path of a point, the path of a disc. */
  readonly has: { readonly sleeve: boolean; readonly point: boolean; readonly disc: boolean };
  mesh(shapes: MeshShapes): void;
  sleeve(shapes: SleeveShapes): void;
  /** Paths as x, y, x, y, …; empty = none. */
  paths(point: readonly number[], disc: readonly number[]): void;
  /** x, y of the start or the goal. */
  end(which: number, place: readonly number[]): void;
  walker(place: readonly number[]): void;
  /** The outline that is drawn, and its corners. */
  draft(pieces: readonly number[], corners: readonly number[]): void;
  /** `radius` of the disc, in world units. */
  draw(surface: Surface, theme: Theme, settings: Settings, radius: number): void;
}

export function createMeshPicture(): MeshPicture {
  let theme: Theme = themeOf(false);
  const palette = (): Uint32Array => paletteOf(theme);
  const [triangles, sleeve] = [makeTriangles(palette), makeTriangles(palette)];
  const [inner, walls, portals, pointPath, discPath, outline] = Array.from(
    { length: 6 },
    makeLines,
  );
  const [corners, walker, ...marks] = Array.from({ length: 4 }, makePoints);

  function drawEnds(surface: Surface, size: number): void {
    for (const [i, mark] of marks.entries()) {
      surface.agents(mark, { phase: 1, size, leastPixels: 16, colours: RING[theme.name] });
      const colours = ENDS[i][theme.name];
      surface.agents(mark, { phase: 1, size: 0.8 * size, leastPixels: 12, colours });
    }
  }

  return {
    get has() {
      return { sleeve: sleeve.count > 0, point: pointPath.count > 0, disc: discPath.count > 0 };
    },
    mesh(shapes) {
      setTriangles(triangles, shapes.triangles);
      setLines(inner, shapes.inner);
      setLines(walls, shapes.walls);
    },
    sleeve(shapes) {
      setTriangles(sleeve, shapes.sleeve);
      setLines(portals, shapes.portals);
    },
    paths(point, disc) {
      setLines(pointPath, piecesOf(point));
      setLines(discPath, piecesOf(disc));
    },
    end: (which, place) => setPoints(marks[which], place),
    walker: (place) => setPoints(walker, place),
    draft(pieces, places) {
      setLines(outline, pieces);
      setPoints(corners, places);
    },
    draw(surface, now, settings, radius) {
      theme = now;
      const tints = tintsFor(now);
      const cornerStyle = { phase: 1, size: 0, leastPixels: 7, colours: BLOCKED[now.name] };
      // shapes that rarely change come first: a 2-D canvas keeps their picture (below.ts), which
      // ends with the first call of `agents`
      surface.triangles(triangles);
      if (settings['sides']) surface.lines(inner, 1, tints.inner);
      surface.lines(walls, 1.6, tints.walls);
      surface.agents(corners, cornerStyle);
      if (settings['sleeve']) {
        surface.triangles(sleeve);
        surface.lines(portals, 1.4, tints.portals);
      }
      surface.lines(discPath, { world: 2 * radius }, tints.band);
      surface.lines(pointPath, 2.4, tints.point);
      surface.lines(discPath, 2.4, now.path);
      drawEnds(surface, 2 * radius);
      surface.lines(outline, 2, now.blocked);
      surface.agents(corners, cornerStyle);
      const walkerStyle = { phase: 1, size: 2 * radius, leastPixels: 9, colours: INK[now.name] };
      surface.agents(walker, walkerStyle);
    },
  };
}

// the same arrays in every frame: they are uploaded once
const [LIGHT, DARK] = [themeOf(false), themeOf(true)];
const RING = { light: [LIGHT.ground], dark: [DARK.ground] };
const INK = { light: [LIGHT.ink], dark: [DARK.ink] };
const BLOCKED = { light: [LIGHT.blocked], dark: [DARK.blocked] };
const ENDS = [
  { light: [LIGHT.start], dark: [DARK.start] },
  { light: [LIGHT.goal], dark: [DARK.goal] },
];

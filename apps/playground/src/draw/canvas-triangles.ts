// Filled triangles on a 2-D canvas.
import type { View } from './view.ts';
import { cssColour } from './colours.ts';
import type { Context2d, Triangles } from './surface.ts';

/**
 * Triangles of one colour are one path, so there are no seams between them. Paths are in world
 * units, so they serve every view.
 */
const fills = new WeakMap<Triangles, { version: number; paths: ReadonlyMap<number, Path2D> }>();

export function drawTriangles(
  target: Context2d,
  triangles: Triangles,
  { scale, centreX, centreY, width, height }: View,
): void {
  target.setTransform(
    scale,
    0,
    0,
    scale,
    width / 2 - centreX * scale,
    height / 2 - centreY * scale,
  );
  for (const [number, path] of pathsOf(triangles)) {
    target.fillStyle = cssColour(triangles.palette[number]);
    target.fill(path);
  }
  target.setTransform(1, 0, 0, 1, 0, 0);
}

function pathsOf(triangles: Triangles): ReadonlyMap<number, Path2D> {
  const { piece, count, version } = triangles;
  const known = fills.get(triangles);
  if (known?.version === version) return known.paths;
  const paths = new Map<number, Path2D>();
  for (let i = 0; i < 7 * count; i += 7) {
    let path = paths.get(piece[i + 6]);
    if (!path) paths.set(piece[i + 6], (path = new Path2D()));
    path.moveTo(piece[i], piece[i + 1]);
    path.lineTo(piece[i + 2], piece[i + 3]);
    path.lineTo(piece[i + 4], piece[i + 5]);
    path.closePath();
  }
  fills.set(triangles, { version, paths });
  return paths;
}

import {
  callback,
  checkOptions,
  number,
  object as objectRule,
  oneOf,
  type OptionRules,
  typed,
} from '@wayfield/check';
import { type DebugShapes, positions3d } from '@wayfield/debug';
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
} from 'three';

/** Options of `createDebugOverlay`. */
export interface DebugOverlayOptions {
  /** The axis of height of the scene, as in `createCrowdMesh`. Default 'y'. */
  readonly up?: 'y' | 'z' | undefined;
  /** Height of the triangles, in units of the scene; lines lie a little above. Default 0.02. */
  readonly height?: number | undefined;
  /** Colour 0xrrggbb of lines. Default 0x1d3557. */
  readonly lineColour?: number | undefined;
  /** Colour 0xrrggbb of triangles. Default 0x7fb3d5. */
  readonly triangleColour?: number | undefined;
  /** Opacity of triangles, 0 to 1. Default 0.35. */
  readonly opacity?: number | undefined;
  /**
   * Colour 0xrrggbb of a triangle by the number of its element (`triangleOf`), such as the level
   * of a reduction. Default: `triangleColour` for all.
   */
  readonly colourOf?: ((element: number) => number) | undefined;
}

/** Shapes in a scene. */
export interface DebugOverlay {
  /** Add it to a scene. */
  readonly object: Group;
  /** Replaces what is shown. */
  show(shapes: DebugShapes): void;
  /** Frees geometries and materials. */
  dispose(): void;
}

const colour = /* @__PURE__ */ number(0, 0xffffff);
const rules: OptionRules = {
  up: /* @__PURE__ */ oneOf('y', 'z'),
  height: /* @__PURE__ */ number(),
  lineColour: colour,
  triangleColour: colour,
  opacity: /* @__PURE__ */ number(0, 1),
  colourOf: callback,
};
const floats = /* @__PURE__ */ typed(Float32Array);
const words = /* @__PURE__ */ typed(Uint32Array);
const shapesRule = /* @__PURE__ */ objectRule(
  { lines: floats, lineOf: words, triangles: floats, triangleOf: words },
  'DebugShapes',
);

/**
 * Draws shapes of `@wayfield/debug`, lines and half-transparent triangles, above a scene.
 *
 * @throws TypeError or RangeError for wrong arguments.
 *
 * @example
 * const overlay = createDebugOverlay({ height: 0.05 });
 * scene.add(overlay.object);
 * overlay.show(shapesOfTriangulation(navMesh.triangulation));
 * renderer.render(scene, camera);
 */
export function createDebugOverlay(options: DebugOverlayOptions = {}): DebugOverlay {
  checkOptions('createDebugOverlay', options, rules);
  const { up = 'y', height = 0.02, opacity = 0.35, colourOf } = options;
  const { lineColour = 0x1d3557, triangleColour = 0x7fb3d5 } = options;
  const lines = new LineSegments(
    new BufferGeometry(),
    new LineBasicMaterial({ color: lineColour }),
  );
  const triangles = new Mesh(
    new BufferGeometry(),
    new MeshBasicMaterial({
      color: colourOf === undefined ? triangleColour : 0xffffff,
      vertexColors: colourOf !== undefined,
      transparent: true,
      opacity,
      side: DoubleSide,
      depthWrite: false,
    }),
  );
  const object = new Group();
  object.name = 'wayfield-debug';
  object.add(triangles, lines);

  /** Gives a shape new points at height `at`, in a new geometry, because attributes cannot grow. */
  function replace(of: Mesh | LineSegments, points: Float32Array, at: number): BufferGeometry {
    of.geometry.dispose();
    const geometry = new BufferGeometry();
    const positions = positions3d(points, { up, height: at });
    geometry.setAttribute('position', new BufferAttribute(positions, 3));
    of.geometry = geometry;
    of.visible = points.length > 0;
    return geometry;
  }

  return {
    object,
    show(shapes) {
      shapesRule(shapes, 'shapes');
      // Lines lie above triangles by a fifth of the height, at least 0.001: at equal heights the
      // two would flicker.
      replace(lines, shapes.lines, height + Math.max(1e-3, Math.abs(height) / 5));
      const geometry = replace(triangles, shapes.triangles, height);
      if (colourOf === undefined) return;
      const colours = new Float32Array(9 * shapes.triangleOf.length);
      const one = new Color();
      shapes.triangleOf.forEach((element, i) => {
        one.setHex(colourOf(element));
        for (let k = 0; k < 3; k++) one.toArray(colours, 9 * i + 3 * k);
      });
      geometry.setAttribute('color', new BufferAttribute(colours, 3));
    },
    dispose() {
      for (const shape of [lines, triangles]) {
        shape.geometry.dispose();
        shape.material.dispose();
      }
    },
  };
}

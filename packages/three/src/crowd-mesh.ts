import {
  checkOptions,
  callback,
  number,
  object,
  oneOf,
  type OptionRules,
  refuse,
  type Rule,
  rule,
  typed,
  whole,
} from '@wayfield/check';
import {
  type BufferGeometry,
  ConeGeometry,
  DynamicDrawUsage,
  InstancedMesh,
  type Material,
  MeshLambertMaterial,
} from 'three';

/** Where agents are drawn, by slot: columns of a crowd, or of `createFixedStep` between ticks. */
export interface AgentColumns {
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly headingX: Float32Array;
  readonly headingY: Float32Array;
}

/** What is read of a crowd of `@wayfield/crowd`. */
export interface DrawnCrowd extends AgentColumns {
  readonly capacity: number;
  readonly end: number;
  readonly radius: Float32Array;
  readonly status: Uint8Array;
}

/** Options of `createCrowdMesh`. */
export interface CrowdMeshOptions {
  /**
   * The shape of an agent of radius 1: it looks along +x, and its head is at +y. Default: a cone
   * that lies on the ground and points ahead. The caller frees a geometry and a material of its
   * own.
   */
  readonly geometry?: BufferGeometry | undefined;
  /** Default: a `MeshLambertMaterial`. */
  readonly material?: Material | undefined;
  /**
   * The axis of height of the scene. 'y': (x, y) of the crowd is (x, height, y). 'z': (x, y,
   * height). Default 'y'.
   */
  readonly up?: 'y' | 'z' | undefined;
  /** The height of the ground at a place of the crowd. Default: 0 everywhere. */
  readonly heightAt?: ((x: number, y: number) => number) | undefined;
  /** The geometry is scaled by this times the radius of the agent; above 0. Default 1. */
  readonly scale?: number | undefined;
}

/** A crowd as one instanced mesh. */
export interface CrowdMesh {
  /** Add it to a scene. One instance per agent; free slots have none. */
  readonly mesh: InstancedMesh;
  /**
   * The slot of each instance, of which there are `mesh.count`: `slots[hit.instanceId]` is the
   * agent that a ray hit.
   */
  readonly slots: Uint32Array;
  /**
   * Writes the matrices of all agents and returns the number of instances. Positions and headings
   * are those of `columns`, by default of the crowd; radii are those of the crowd. Call it once per
   * frame. Allocates nothing. Throws RangeError for columns with fewer entries than `crowd.end`.
   */
  update(columns?: AgentColumns): number;
  /** Frees the mesh, and geometry and material unless they are the caller's. */
  dispose(): void;
}

/** `FREE` of `@wayfield/crowd`: the `status` of a slot without an agent. */
const FREE = 0;
const floats = /* @__PURE__ */ typed(Float32Array);
const columns = { x: floats, y: floats, headingX: floats, headingY: floats };
const columnsRule = /* @__PURE__ */ object(columns, 'the columns of agents');
const crowdRule = /* @__PURE__ */ object(
  {
    ...columns,
    capacity: /* @__PURE__ */ whole(1),
    end: /* @__PURE__ */ whole(),
    radius: floats,
    status: /* @__PURE__ */ typed(Uint8Array),
  },
  'a crowd',
);
// A page may hold several copies of three.js, whose classes differ: objects are known by a flag.
const flagged = (flag: string, expected: string): Rule =>
  /* @__PURE__ */ rule(expected, (value) => (value as never)?.[flag] === true);
const rules: OptionRules = {
  geometry: /* @__PURE__ */ flagged('isBufferGeometry', 'a BufferGeometry'),
  material: /* @__PURE__ */ flagged('isMaterial', 'a Material'),
  up: /* @__PURE__ */ oneOf('y', 'z'),
  heightAt: callback,
  scale: /* @__PURE__ */ number(Number.MIN_VALUE),
};

/**
 * Draws a crowd of `@wayfield/crowd` as one `InstancedMesh`: one draw call, whatever the number of
 * agents, written from the columns of the crowd.
 *
 * @throws TypeError or RangeError for wrong arguments.
 *
 * @example
 * const drawn = createCrowdMesh(crowd);
 * scene.add(drawn.mesh);
 * renderer.setAnimationLoop(() => {
 *   crowd.step(1 / 60);
 *   drawn.update();
 *   renderer.render(scene, camera);
 * });
 */
export function createCrowdMesh(crowd: DrawnCrowd, options: CrowdMeshOptions = {}): CrowdMesh {
  crowdRule(crowd, 'crowd');
  checkOptions('createCrowdMesh', options, rules);
  const { up = 'y', heightAt, scale = 1 } = options;
  const geometry = options.geometry ?? pointingCone();
  const material = options.material ?? new MeshLambertMaterial({ color: 0x2f6fde });
  const mesh = new InstancedMesh(geometry, material, crowd.capacity);
  mesh.instanceMatrix.setUsage(DynamicDrawUsage);
  // three.js would cull the mesh by bounds that it computes once, but instances move
  mesh.frustumCulled = false;
  mesh.count = 0;
  const slots = new Uint32Array(crowd.capacity);
  const write = up === 'y' ? writeUpY : writeUpZ;

  return {
    mesh,
    slots,
    update(from = crowd) {
      if (from !== crowd) columnsRule(from, 'columns');
      const { end, radius, status } = crowd;
      const { x, y, headingX, headingY } = from;
      const entries = Math.min(x.length, y.length, headingX.length, headingY.length);
      if (entries < end) refuse('entries of columns', entries, `at least crowd.end, ${end}`);
      const matrices = mesh.instanceMatrix.array as Float32Array;
      let count = 0;
      for (let slot = 0; slot < end; slot++) {
        if (status[slot] === FREE) continue;
        const height = heightAt === undefined ? 0 : heightAt(x[slot], y[slot]);
        const at = 16 * count;
        write(matrices, at, headingX[slot], headingY[slot], scale * radius[slot]);
        matrices[at + 12] = x[slot];
        matrices[at + 13] = up === 'y' ? height : y[slot];
        matrices[at + 14] = up === 'y' ? y[slot] : height;
        matrices[at + 15] = 1;
        slots[count++] = slot;
      }
      mesh.count = count;
      mesh.instanceMatrix.needsUpdate = true;
      // null: three.js computes the bounds again when a ray is cast
      mesh.boundingSphere = null;
      mesh.boundingBox = null;
      return count;
    },
    dispose() {
      mesh.dispose();
      if (options.geometry === undefined) geometry.dispose();
      if (options.material === undefined) material.dispose();
    },
  };
}

/** A cone of length 2 and radius 0.8 that points along +x and lies on the ground. */
function pointingCone(): BufferGeometry {
  return new ConeGeometry(0.8, 2, 12).rotateZ(-Math.PI / 2).translate(0, 0.8, 0);
}

/**
 * Writes the first three columns of an instance matrix, scaled by `s`: +x of the geometry points to
 * the heading (hx, hy), +y to the height. The height of the scene is y.
 */
function writeUpY(m: Float32Array, at: number, hx: number, hy: number, s: number): void {
  m[at] = s * hx;
  m[at + 1] = 0;
  m[at + 2] = s * hy;
  m[at + 3] = 0;
  m[at + 4] = 0;
  m[at + 5] = s;
  m[at + 6] = 0;
  m[at + 7] = 0;
  m[at + 8] = -s * hy;
  m[at + 9] = 0;
  m[at + 10] = s * hx;
  m[at + 11] = 0;
}

/** As `writeUpY`, for a scene whose height is z. */
function writeUpZ(m: Float32Array, at: number, hx: number, hy: number, s: number): void {
  m[at] = s * hx;
  m[at + 1] = s * hy;
  m[at + 2] = 0;
  m[at + 3] = 0;
  m[at + 4] = 0;
  m[at + 5] = 0;
  m[at + 6] = s;
  m[at + 7] = 0;
  m[at + 8] = s * hy;
  m[at + 9] = -s * hx;
  m[at + 10] = 0;
  m[at + 11] = 0;
}

import { checkBodies } from '../../bodies/check-bodies.ts';
import type { Bodies } from '../../types.ts';
import { createGpuGrid, type GpuGrid } from '../grid/grid.ts';
import type { Scene } from '../scene.ts';
import type { GpuTuning } from '../types.ts';
import {
  type BodyArray,
  bodyBuffer,
  bodyLayout,
  bodyRanges,
  movingSpans,
  sameLayout,
  type Span,
} from './body-buffer.ts';
import { checkChanged } from './check-changed.ts';
import { createSender, type Sender, type Sending } from './send.ts';

/** Brings bodies to the GPU, checked. */
export interface Uploader {
  /**
   * Takes the bytes before it returns or, if `checking` is defined, after that check. Rejects if
   * the host finds a body out of range, or if bodies of a new layout fail the check of the GPU.
   * Otherwise `Upload.verdict` may be open when this resolves, because the GPU checks later. What
   * is submitted then sees the new bodies if they pass the check, else the old ones.
   */
  take(bodies: Bodies, changed: readonly BodyArray[] | undefined): Promise<Upload>;
  /**
   * The check that the GPU makes now: resolves to true if it accepts the bodies of the last take,
   * to false if it refuses them and the old bodies are back. Never rejects. Undefined: there is no
   * check now.
   */
  readonly checking: Promise<boolean> | undefined;
  /** Generations at the last take. */
  readonly generation: Uint32Array;
  readonly memoryBytes: number;
  destroy(): void;
}

/** Bodies that were taken. */
export interface Upload {
  /** Rejects if the GPU finds a body out of range; the scene is then as before. */
  readonly verdict: Promise<void>;
}

/** What an uploader knows of the bodies that it took last. */
interface Facts {
  readonly generation: Uint32Array;
  readonly version: number;
  readonly fixedVersion: number;
  /** Spans with all bodies that are not fixed; undefined: not known, or all have to be sent. */
  readonly moving: readonly Span[] | undefined;
  readonly end: number;
  readonly unmasked: boolean;
}

/**
 * Two arrays with at most this many unused bytes between them are written by one call, together
 * with the unused bytes. Chosen, not measured.
 */
const FEW_BYTES = 2 ** 12;
const GOOD: Upload = { verdict: Promise.resolve() };

export function createUploader(scene: Scene, tuning: GpuTuning): Uploader {
  // up to this many bodies, checking on the host takes less time than a round trip to the GPU
  const { hostChecks: mostHostChecks = 16_384 } = tuning;
  const sender = createSender(scene);
  const writeFew = createFewWriter(scene);
  let facts: Facts = {
    generation: new Uint32Array(0),
    version: NaN,
    fixedVersion: NaN,
    moving: undefined,
    end: scene.end,
    unmasked: scene.unmasked,
  };
  let checking: Promise<boolean> | undefined;

  function accept(next: Facts): void {
    facts = next;
    scene.end = next.end;
    scene.unmasked = next.unmasked;
    scene.built = undefined;
  }

  /** Sends bodies whose verdict comes later. If the GPU refuses them, the old bodies return. */
  function sendUnchecked(sending: Sending, next: Facts): Upload {
    const before = facts;
    const takeBack = (): void => {
      accept({ ...before, moving: undefined });
      sender.forget();
      checking = undefined;
    };
    const verdict = sender
      .send(sending, () => scene.body)
      .then(
        (found) => {
          if (found > 0) {
            takeBack();
            refuse(sending.bodies, found);
          }
          checking = undefined;
        },
        (error: unknown) => {
          takeBack();
          throw error;
        },
      );
    checking = verdict.then(
      () => true,
      () => false,
    );
    accept(next);
    return { verdict };
  }

  return {
    async take(bodies, changed) {
      if (checking) await checking;
      const layout = bodyLayout(bodies);
      const fresh = !sameLayout(layout, scene.layout);
      const { end, version, fixedVersion } = bodies;
      const sameBodies = version === facts.version;
      const sameFixed = fixedVersion === facts.fixedVersion;
      const known = !fresh && sameBodies && sameFixed ? facts.moving : undefined;
      // all bodies are fixed and none changed: the grid stays valid
      if (known?.length === 0) return GOOD;
      // after addBody or removeBody any array may differ, unless the caller names `kind` too
      const onlyChanged = sameBodies || changed?.includes('kind');
      const names = fresh || !changed || !onlyChanged ? undefined : new Set(changed);
      if (!sameFixed) names?.add('fixed');
      const small = end <= mostHostChecks;
      if (small) checkChanged(bodies, names);
      const next = {
        generation: sameBodies ? facts.generation : bodies.generation.slice(0, end),
        version,
        fixedVersion,
        moving: known ?? (bodies.fixed ? movingSpans(bodies) : undefined),
        end,
        unmasked: !bodies.group && !bodies.mask,
      };
      const sending = { bodies, layout, names, moving: known };
      if (fresh && end > 0) {
        await takeFresh(scene, sender, { ...sending, names: undefined });
      } else if (small) {
        sender.forget();
        writeFew(sending);
      } else {
        return sendUnchecked(sending, next);
      }
      accept(next);
      return GOOD;
    },
    get checking() {
      return checking;
    },
    get generation() {
      return facts.generation;
    },
    get memoryBytes() {
      return sender.memoryBytes;
    },
    destroy: () => sender.destroy(),
  };
}

function refuse(bodies: Bodies, found: number): never {
  checkBodies(bodies);
  throw new RangeError(`${found} bodies had a NaN or a value out of range when they were taken`);
}

/** Writes few bytes, which the host has checked, straight to where they belong. */
function createFewWriter(scene: Scene): (sending: Sending) => void {
  let packed = new Uint8Array(0);
  return ({ bodies, layout, names, moving }) => {
    const ranges = bodyRanges(layout, bodies, names, moving);
    if (packed.length < layout.words * 4) packed = new Uint8Array(layout.words * 4);
    for (const { first, source } of ranges) packed.set(source, first);
    // one write for arrays that lie side by side, with at most FEW_BYTES unused bytes between two
    for (let i = 0; i < ranges.length;) {
      const { first } = ranges[i];
      let end = first;
      let next = first;
      for (; i < ranges.length && ranges[i].first === next && next - end <= FEW_BYTES; i++) {
        end = next + ranges[i].bytes;
        next += ranges[i].room;
      }
      scene.device.queue.writeBuffer(scene.body, first, packed, first, end - first);
    }
  };
}

/** Takes bodies with another layout than before: into new buffers. */
async function takeFresh(scene: Scene, sender: Sender, sending: Sending): Promise<void> {
  const { device, makeStep, dimensions } = scene;
  const { bodies, layout } = sending;
  const { capacity } = layout;
  let body: GPUBuffer | undefined;
  let grid: GpuGrid | undefined;
  try {
    const found = await sender.send(sending, () => {
      body = bodyBuffer(device, 'collision bodies', layout);
      if (capacity !== scene.layout.capacity) {
        const { keysPerBody } = scene.grid;
        grid = createGpuGrid(device, makeStep, { capacity, dimensions, keysPerBody });
      }
      return body;
    });
    if (found > 0) refuse(bodies, found);
  } catch (error) {
    body?.destroy();
    grid?.destroy();
    throw error;
  }
  scene.body.destroy();
  scene.body = body!;
  scene.layout = layout;
  if (!grid) return;
  scene.grid.destroy();
  scene.grid = grid;
}

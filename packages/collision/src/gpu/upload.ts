import { encodeSteps, guarded } from '@wayfield/gpu';
import { checkBodies } from '../bodies.ts';
import type { Bodies } from '../types.ts';
import {
  arrayBits,
  BODY_ARRAYS,
  type BodyArray,
  bodyBuffer,
  type BodyLayout,
  bodyLayout,
  bodyRanges,
  movingSpans,
  sameLayout,
  type Span,
} from './body-buffer.ts';
import { checkChanged } from './check-changed.ts';
import { createGpuGrid, type GpuGrid } from './grid.ts';
import { growingBuffer } from './growing.ts';
import { createParams } from './params.ts';
import { encodeReset, type Scene, sceneParams } from './scene.ts';
import { createStaging } from './staging.ts';
import { workgroupsFor } from './step-cache.ts';
import { checkBodiesWgsl, replaceBodiesWgsl } from './take.wgsl.ts';
import type { GpuTuning } from './types.ts';

/** Brings bodies to the GPU, checked. */
export interface Uploader {
  /**
   * Takes the bytes before it returns; rejects where the host finds one wrong. What resolves may still have
   * to be judged by the GPU; whatever is submitted meanwhile sees what holds after the verdict.
   */
  take(bodies: Bodies, changed: readonly BodyArray[] | undefined): Promise<Taken>;
  /** The verdict that is not there yet: did the bodies stand? Never rejects. */
  readonly open: Promise<boolean> | undefined;
  /** As at the last take. */
  readonly generation: Uint32Array;
  readonly memoryBytes: number;
  destroy(): void;
}

export interface Taken {
  /** Rejects where the GPU found a body wrong; the scene is then as before. */
  readonly verdict: Promise<void>;
}

const WG = 256;
const MAP_READ_COPY_DST = 0x0001 | 0x0008;
const MAP_MODE_READ = 1;
/** Unused bytes that go along sooner than by a second call. */
const FEW_BYTES = 2 ** 12;
const GOOD: Taken = { verdict: Promise.resolve() };

export function createUploader(scene: Scene, tuning: GpuTuning): Uploader {
  // up to so many bodies the host checks sooner than a round trip takes
  const { hostChecks: mostHostChecks = 16_384 } = tuning;
  const { device, makeStep, dimensions } = scene;
  const params = createParams(device, 'collision update');
  const staging = createStaging(device);
  const incoming = growingBuffer(device, 'collision bodies: incoming');
  const wrong = growingBuffer(device, 'collision bodies: wrong ones');
  let verdictBuffer: GPUBuffer | undefined;
  let generation: Uint32Array = new Uint32Array(0);
  let version = NaN;
  let fixedVersion = NaN;
  /** Where bodies are that are not fixed; undefined: not known, or all have to be sent. */
  let moving: readonly Span[] | undefined;
  /** Arrays whose values in `incoming` are those of `body`, for fixed bodies. */
  const mirrored = new Set<BodyArray>();
  let open: Promise<boolean> | undefined;
  let packed = new Uint8Array(0);

  /** Few bytes, checked: straight to where they belong. */
  function writeFew(bodies: Bodies, names: ReadonlySet<BodyArray> | undefined): void {
    mirrored.clear();
    const { layout, body } = scene;
    const ranges = bodyRanges(layout, bodies, names, moving);
    if (packed.length < layout.words * 4) packed = new Uint8Array(layout.words * 4);
    for (const { first, source } of ranges) packed.set(source, first);
    // arrays side by side go together, with what is unused between them
    for (let i = 0; i < ranges.length;) {
      const { first } = ranges[i];
      let end = first;
      let next = first;
      for (; i < ranges.length && ranges[i].first === next && next - end <= FEW_BYTES; i++) {
        end = next + ranges[i].bytes;
        next += ranges[i].room;
      }
      device.queue.writeBuffer(body, first, packed, first, end - first);
    }
  }

  /** Many bytes, or such as nobody has checked: by way of `incoming` into `body`. Returns how many are wrong. */
  async function send(
    bodies: Bodies,
    layout: BodyLayout,
    names: ReadonlySet<BodyArray> | undefined,
    body: () => GPUBuffer,
  ): Promise<number> {
    const { end } = bodies;
    await guarded(device, 'collision update', () => {
      const target = body();
      const before = incoming.words;
      const source = incoming.withRoom(layout.words);
      if (incoming.words !== before) mirrored.clear();
      const counter = wrong.withRoom(4);
      verdictBuffer ??= device.createBuffer({
        label: 'collision update: verdict',
        size: 16,
        usage: MAP_READ_COPY_DST,
      });
      params.set({ ...sceneParams(scene), ...layout.first, end, changed: arrayBits(names) });
      const encoder = device.createCommandEncoder({ label: 'collision update' });
      const sent = BODY_ARRAYS.filter((name) => bodies[name] && (!names || names.has(name)));
      const spans = sent.every((name) => mirrored.has(name)) ? moving : undefined;
      const ranges = bodyRanges(layout, bodies, names, spans);
      for (const name of sent) mirrored.add(name);
      staging.write(encoder, source, layout.words * 4, ranges);
      encodeReset(encoder, scene, params, counter);
      const pass = encoder.beginComputePass({ label: 'collision update' });
      const resources = { 0: params.buffer, 1: target, 2: source, 3: counter };
      const make = (entry: string, code: string) => {
        const constants = entry === 'checkBodies' ? { WG, DIM: dimensions } : { WG };
        const kernel = { label: `collision update: ${entry}`, code, entry, constants };
        return makeStep(kernel, resources, workgroupsFor(end, WG));
      };
      encodeSteps(pass, 'collision update', [
        make('checkBodies', checkBodiesWgsl),
        make('replaceBodies', replaceBodiesWgsl),
      ]);
      pass.end();
      encoder.copyBufferToBuffer(counter, 0, verdictBuffer, 0, 4);
      device.queue.submit([encoder.finish()]);
      staging.submitted();
      return verdictBuffer.mapAsync(MAP_MODE_READ, 0, 8);
    });
    const [found] = new Uint32Array(verdictBuffer!.getMappedRange(0, 8)).slice(0, 1);
    verdictBuffer!.unmap();
    return found;
  }

  function refuse(bodies: Bodies, found: number): never {
    checkBodies(bodies);
    throw new RangeError(`${found} bodies had a NaN or a value out of range when they were taken`);
  }

  /** Bodies in other places than before: the buffers are made anew. */
  async function takeFresh(bodies: Bodies, layout: BodyLayout): Promise<void> {
    let body: GPUBuffer | undefined;
    let grid: GpuGrid | undefined;
    try {
      const found = await send(bodies, layout, undefined, () => {
        body = bodyBuffer(device, 'collision bodies', layout);
        if (layout.capacity !== scene.layout.capacity) {
          const { keysPerBody } = scene.grid;
          grid = createGpuGrid(device, makeStep, layout.capacity, dimensions, keysPerBody);
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

  return {
    async take(bodies, changed) {
      if (open) await open;
      const layout = bodyLayout(bodies);
      const fresh = !sameLayout(layout, scene.layout);
      const { end, version: newVersion, fixedVersion: newFixed } = bodies;
      // bodies that came or went changed all arrays, whatever the caller says
      const moved = newVersion === version || changed?.includes('kind');
      const names = fresh || !changed || !moved ? undefined : new Set(changed);
      if (newFixed !== fixedVersion) names?.add('fixed');
      if (fresh || newVersion !== version || newFixed !== fixedVersion) moving = undefined;
      // all are fixed and none changed: what was sorted stays sorted
      if (moving?.length === 0) return GOOD;
      const small = end <= mostHostChecks;
      if (small) checkChanged(bodies, names);
      const before = {
        generation,
        version,
        fixedVersion,
        end: scene.end,
        unmasked: scene.unmasked,
      };
      const newMoving = moving ?? (bodies.fixed ? movingSpans(bodies) : undefined);
      const newGeneration = newVersion === version ? generation : bodies.generation.slice(0, end);
      const unmasked = !bodies.group && !bodies.mask;
      const accept = (): void => {
        generation = newGeneration;
        version = newVersion;
        fixedVersion = newFixed;
        moving = newMoving;
        scene.end = end;
        scene.unmasked = unmasked;
        scene.built = undefined;
      };

      if (fresh && end > 0) await takeFresh(bodies, layout);
      else if (small) writeFew(bodies, names);
      else {
        const sent = send(bodies, layout, names, () => scene.body);
        const takeBack = (): void => {
          ({ generation, version, fixedVersion } = before);
          moving = undefined;
          mirrored.clear();
          scene.end = before.end;
          scene.unmasked = before.unmasked;
          scene.built = undefined;
          open = undefined;
        };
        const verdict = sent.then(
          (found) => {
            if (found > 0) {
              takeBack();
              refuse(bodies, found);
            }
            open = undefined;
          },
          (error: unknown) => {
            takeBack();
            throw error;
          },
        );
        open = verdict.then(
          () => true,
          () => false,
        );
        accept();
        return { verdict };
      }
      accept();
      return GOOD;
    },
    get open() {
      return open;
    },
    get generation() {
      return generation;
    },
    get memoryBytes() {
      const verdictBytes = verdictBuffer?.size ?? 0;
      return params.buffer.size + staging.memoryBytes + incoming.bytes + wrong.bytes + verdictBytes;
    },
    destroy() {
      for (const made of [params, staging, incoming, wrong]) made.destroy();
      verdictBuffer?.destroy();
    },
  };
}

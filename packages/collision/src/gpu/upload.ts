import { guarded } from '@wayfield/gpu';
import { checkBodies } from '../bodies.ts';
import type { Bodies } from '../types.ts';
import type { Answers } from './answers.ts';
import { type BodyArray, bodyBuffer, bodyLayout, bodyRanges, sameLayout } from './body-buffer.ts';
import { checkBodiesWgsl } from './build.wgsl.ts';
import { createGpuGrid } from './grid.ts';
import { growingBuffer } from './growing.ts';
import { createParams } from './params.ts';
import { encodeReset, type Scene, sceneParams } from './scene.ts';
import { createStaging } from './staging.ts';
import { workgroupsFor } from './step-cache.ts';
import type { GpuTuning } from './types.ts';

/** Brings bodies to the GPU, checked. */
export interface Uploader {
  /** Takes the bytes before it returns; resolves when the scene holds them, rejects where one is wrong. */
  take(bodies: Bodies, changed: readonly BodyArray[] | undefined): Promise<void>;
  /** As at the last take. */
  readonly generation: Uint32Array;
  readonly memoryBytes: number;
  destroy(): void;
}

export function createUploader(scene: Scene, answers: Answers, tuning: GpuTuning): Uploader {
  // up to so many bodies the host checks sooner than a round trip takes
  const { hostChecks: mostHostChecks = 16_384 } = tuning;
  const { device, makeStep, dimensions } = scene;
  const params = createParams(device, 'collision check');
  const staging = createStaging(device);
  const incoming = growingBuffer(device, 'collision bodies: incoming');
  const wrong = growingBuffer(device, 'collision bodies: wrong ones');
  let generation: Uint32Array = new Uint32Array(0);
  let version = NaN;

  async function check(buffer: GPUBuffer, bodies: Bodies): Promise<void> {
    const WG = 256;
    const found = new Uint32Array(1);
    await answers.run('collision update', (encoder) => {
      params.set({ ...sceneParams(scene), ...bodyLayout(bodies).first, end: bodies.end });
      const counter = wrong.withRoom(4);
      const pass = encoder.beginComputePass({ label: 'collision check' });
      encodeReset(pass, scene, params, counter);
      const kernel = {
        label: 'collision check',
        code: checkBodiesWgsl,
        entry: 'checkBodies',
        constants: { WG, DIM: dimensions },
      };
      const resources = { 0: params.buffer, 1: buffer, 3: counter };
      const { pipeline, group, workgroups } = makeStep(
        kernel,
        resources,
        workgroupsFor(bodies.end, WG),
      );
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, group);
      pass.dispatchWorkgroups(workgroups);
      pass.end();
      return [{ source: counter, into: found }];
    });
    if (found[0] === 0) return;
    checkBodies(bodies);
    throw new RangeError(
      `${found[0]} bodies had a NaN or a value out of range when they were taken`,
    );
  }

  return {
    async take(bodies, changed) {
      const layout = bodyLayout(bodies);
      const fresh = !sameLayout(layout, scene.layout);
      const names = fresh || !changed ? undefined : new Set(changed);
      const hostChecks = bodies.end <= mostHostChecks;
      if (hostChecks) checkBodies(bodies);
      const { end } = bodies;
      const unmasked = !bodies.group && !bodies.mask;
      const newGeneration =
        bodies.version === version ? undefined : bodies.generation.slice(0, end);
      const newVersion = bodies.version;

      let body = scene.body;
      let grid = scene.grid;
      const load = (): void => {
        if (fresh) {
          body = bodyBuffer(device, 'collision bodies', layout);
          if (layout.capacity !== scene.layout.capacity) {
            grid = createGpuGrid(
              device,
              makeStep,
              layout.capacity,
              dimensions,
              scene.grid.keysPerBody,
            );
          }
        }
        const target = hostChecks || fresh ? body : incoming.withRoom(layout.words);
        staging.write(target, layout, bodies, names);
      };
      // where nothing is made nothing can fail: no wait for the error scopes
      if (!fresh && hostChecks) load();
      else {
        await guarded(device, 'collision update', load).catch((error: unknown) => {
          if (body !== scene.body) body.destroy();
          if (grid !== scene.grid) grid.destroy();
          throw error;
        });
      }
      if (!hostChecks) {
        try {
          await check(fresh ? body : incoming.withRoom(layout.words), bodies);
        } catch (error) {
          if (body !== scene.body) body.destroy();
          if (grid !== scene.grid) grid.destroy();
          throw error;
        }
      }
      if (fresh) {
        scene.body.destroy();
        if (grid !== scene.grid) scene.grid.destroy();
        scene.body = body;
        scene.grid = grid;
        scene.layout = layout;
      } else if (!hostChecks) {
        const encoder = device.createCommandEncoder({ label: 'collision update' });
        for (const { first, bytes } of bodyRanges(layout, bodies, names)) {
          encoder.copyBufferToBuffer(incoming.withRoom(1), first, body, first, bytes);
        }
        device.queue.submit([encoder.finish()]);
      }
      scene.end = end;
      scene.unmasked = unmasked;
      scene.built = undefined;
      if (newGeneration) generation = newGeneration;
      version = newVersion;
    },
    get generation() {
      return generation;
    },
    get memoryBytes() {
      return params.buffer.size + staging.memoryBytes + incoming.bytes + wrong.bytes;
    },
    destroy() {
      for (const made of [params, staging, incoming, wrong]) made.destroy();
    },
  };
}

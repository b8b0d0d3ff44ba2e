import { encodeSteps, guarded } from '@wayfield/gpu-core';
import type { Bodies } from '../../types.ts';
import { growingBuffer } from '../growing.ts';
import { createParams } from '../params.ts';
import { encodeReset, type Scene, sceneParams } from '../scene.ts';
import { workgroupsFor } from '../step-cache.ts';
import {
  arrayBits,
  BODY_ARRAYS,
  type BodyArray,
  type BodyLayout,
  bodyRanges,
  type Span,
} from './body-buffer.ts';
import { createUploadStaging } from './staging.ts';
import { checkBodiesWgsl, replaceBodiesWgsl } from './take.wgsl.ts';

/** What an update sends. */
export interface Sending {
  readonly bodies: Bodies;
  readonly layout: BodyLayout;
  /** Only these arrays; undefined: all. */
  readonly names: ReadonlySet<BodyArray> | undefined;
  /** Spans with all bodies that are not fixed; undefined: not known, or all have to be sent. */
  readonly moving: readonly Span[] | undefined;
}

/**
 * Sends bodies that the host has not checked: the GPU checks them before they replace the old ones.
 */
export interface Sender {
  /**
   * Takes the bytes before it returns. They go into a buffer of incoming bodies, and from there,
   * if all are in range, into the buffer that `body` gives. Resolves to the number of bodies out of
   * range; if it is not 0, the old bodies stay.
   */
  send(sending: Sending, body: () => GPUBuffer): Promise<number>;
  /** Marks the copies of fixed bodies as not valid: the next `send` sends fixed bodies too. */
  forget(): void;
  readonly memoryBytes: number;
  destroy(): void;
}

const WG = 256;
const MAP_READ_COPY_DST = 0x0001 | 0x0008;
const MAP_MODE_READ = 1;
const LABEL = 'collision update';
const VERDICT = { label: `${LABEL}: verdict`, size: 16, usage: MAP_READ_COPY_DST };

export function createSender(scene: Scene): Sender {
  const { device } = scene;
  const params = createParams(device, LABEL);
  const staging = createUploadStaging(device);
  const incoming = growingBuffer(device, 'collision bodies: incoming');
  const wrong = growingBuffer(device, 'collision bodies: wrong ones');
  /** Mapped: word 0 is the number of bodies out of range. */
  let verdict: GPUBuffer | undefined;
  /** Arrays for which `incoming` still holds the current values of the fixed bodies. */
  const mirrored = new Set<BodyArray>();

  /** The buffer of incoming bodies. */
  function reserve(words: number): GPUBuffer {
    const before = incoming.words;
    const buffer = incoming.withRoom(words);
    if (incoming.words !== before) mirrored.clear();
    return buffer;
  }

  /** Records the upload of the ranges that have to be sent. */
  function encodeUpload(
    encoder: GPUCommandEncoder,
    target: GPUBuffer,
    { bodies, layout, names, moving }: Sending,
  ): void {
    const sent = BODY_ARRAYS.filter((name) => bodies[name] && (!names || names.has(name)));
    const spans = sent.every((name) => mirrored.has(name)) ? moving : undefined;
    const ranges = bodyRanges(layout, bodies, names, spans);
    for (const name of sent) mirrored.add(name);
    staging.write(encoder, target, layout.words * 4, ranges);
  }

  /** After a failure: any of the buffers may have found no memory, or be mapped. */
  function dropBuffers(): void {
    for (const made of [staging, incoming, wrong]) made.destroy();
    verdict?.destroy();
    verdict = undefined;
    mirrored.clear();
  }

  return {
    async send(sending, body) {
      const { bodies, layout, names } = sending;
      const submitted = guarded(device, LABEL, () => {
        const target = body();
        const source = reserve(layout.words);
        const counter = wrong.withRoom(4);
        verdict ??= device.createBuffer(VERDICT);
        const { end } = bodies;
        params.set({ ...sceneParams(scene), ...layout.first, end, changed: arrayBits(names) });
        const encoder = device.createCommandEncoder({ label: LABEL });
        encodeUpload(encoder, source, sending);
        encodeReset(encoder, scene, params, counter);
        encodeTake(scene, encoder, { 0: params.buffer, 1: target, 2: source, 3: counter }, end);
        encoder.copyBufferToBuffer(counter, 0, verdict, 0, 4);
        device.queue.submit([encoder.finish()]);
        staging.submitted();
        return verdict.mapAsync(MAP_MODE_READ, 0, 8);
      });
      await submitted.catch((error: unknown) => {
        dropBuffers();
        throw error;
      });
      const [found] = new Uint32Array(verdict!.getMappedRange(0, 8)).slice(0, 1);
      verdict!.unmap();
      return found;
    },
    forget: () => mirrored.clear(),
    get memoryBytes() {
      const buffers = staging.memoryBytes + incoming.bytes + wrong.bytes;
      return params.buffer.size + buffers + (verdict?.size ?? 0);
    },
    destroy() {
      params.destroy();
      dropBuffers();
    },
  };
}

/** Records the check, and the replacement of the bodies if all are in range. */
function encodeTake(
  { makeStep, dimensions }: Scene,
  encoder: GPUCommandEncoder,
  resources: Record<0 | 1 | 2 | 3, GPUBuffer>,
  end: number,
): void {
  const pass = encoder.beginComputePass({ label: LABEL });
  const kernels = [
    { entry: 'checkBodies', code: checkBodiesWgsl, constants: { WG, DIM: dimensions } },
    { entry: 'replaceBodies', code: replaceBodiesWgsl, constants: { WG } },
  ];
  const workgroups = workgroupsFor(end, WG);
  const steps = kernels.map((kernel) =>
    makeStep({ ...kernel, label: `${LABEL}: ${kernel.entry}` }, resources, workgroups),
  );
  encodeSteps(pass, LABEL, steps);
  pass.end();
}

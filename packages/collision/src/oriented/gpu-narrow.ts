import { encodeSteps, guarded, readBuffer, step, uploadWords } from '@wayfield/gpu-core';
import { keeping } from '@wayfield/gpu-core/internal';
import { growingBuffer, roomAfter } from '../gpu/growing.ts';
import type { OpenGpuSolver } from '../gpu/solver.ts';
import { workgroupsFor } from '../gpu/step-cache.ts';
import { poseWords } from './layout.ts';
import { GPU_POSE_WORDS, narrowWgsl } from './narrow.wgsl.ts';
import type { Taken } from './take.ts';

export const LABEL = 'oriented pairs';
const WG = 128;
/** Candidates that there is room for at first. */
const FIRST_ROOM = 1024;
/** Bytes of a pair of slots. */
const PAIR_BYTES = 8;

/** The narrow phase on the GPU, for createGpuOrientedSolver (gpu.ts). */
export interface GpuNarrow {
  /** Sends the poses of the bodies. If the device refuses that, call `forget`. */
  take(taken: Taken): void;
  /** There are no poses: the next `take` makes another buffer for them. */
  forget(): void;
  /** Pairs of massive bodies, whose candidates stay on the GPU. */
  contacts(fixed: boolean): Promise<Judged>;
  /** Pairs among candidates of the host. */
  among(slots: Uint32Array): Promise<Judged>;
  memoryBytes(): number;
  destroy(): void;
}

/** Two slots per pair: pairs that touch, and undecided pairs, which the host decides. */
export interface Judged {
  readonly kept: Uint32Array;
  readonly undecided: Uint32Array;
}

/** Candidates on the GPU. */
interface Candidates {
  readonly pairs: GPUBuffer;
  /** Four words, as `counters` of pairs.wgsl.ts: word 0 is their number. */
  readonly count: GPUBuffer;
}

export function createGpuNarrow(
  { solver: broad, forget: forgetBroad }: OpenGpuSolver,
  first: Taken,
): GpuNarrow {
  const { device } = broad;
  const buffers = createBuffers(device, first);
  const { tally, kept, undecided, poses, candidates, asked } = buffers;
  /** The room of the largest test that was submitted, in candidates. */
  let room = FIRST_ROOM;

  /**
   * Submits what `record` records, which finds candidates, and the test of at most `wanted` of
   * them. Resolves to the number of candidates.
   */
  async function judge(
    wanted: number,
    record: (encoder: GPUCommandEncoder) => Candidates,
  ): Promise<number> {
    const submitted = guarded(device, LABEL, () => {
      const encoder = device.createCommandEncoder({ label: LABEL });
      const found = record(encoder);
      encoder.clearBuffer(tally, 0, 16);
      encodeSteps(encoder, LABEL, [buffers.test(found, wanted)]);
      device.queue.submit([encoder.finish()]);
      return found;
    });
    const { count } = await submitted.catch((error: unknown) => {
      // buffers of either phase may have found no memory
      forgetBroad();
      for (const made of [kept, undecided, candidates]) made.destroy();
      throw error;
    });
    room = Math.max(room, wanted);
    const words = await readBuffer(device, count, new Uint32Array(4));
    // word 0 counts modulo 2^32: see pairs.wgsl.ts
    return words[0] + words[2] * 2 ** 32;
  }

  async function read(): Promise<Judged> {
    const [touching, close] = await readBuffer(device, tally, new Uint32Array(2));
    return {
      kept: await readBuffer(device, kept.withRoom(2), new Uint32Array(2 * touching)),
      undecided: await readBuffer(device, undecided.withRoom(2), new Uint32Array(2 * close)),
    };
  }

  return {
    take(taken) {
      const words = poseWordsOf(taken);
      room = Math.max(room, taken.bodies.end);
      device.queue.writeBuffer(poses.withRoom(words.length), 0, words);
    },
    forget: () => poses.destroy(),
    async contacts(fixed) {
      let wanted = room;
      for (;;) {
        const capacity = wanted;
        const count = await judge(capacity, (encoder) =>
          broad.encodePairs(encoder, { capacity, fixed }),
        );
        if (count <= capacity) return read();
        wanted = roomAfter(device, count, PAIR_BYTES);
      }
    },
    async among(slots) {
      const count = slots.length / 2;
      const wanted = Math.max(room, count);
      await judge(wanted, () => {
        const pairs = candidates.withRoom(2 * wanted);
        device.queue.writeBuffer(pairs, 0, slots.slice());
        device.queue.writeBuffer(asked, 0, Uint32Array.of(count));
        return { pairs, count: asked };
      });
      return read();
    },
    memoryBytes: buffers.memoryBytes,
    destroy: buffers.destroy,
  };
}

/** The buffers of the narrow phase, and the step that tests candidates. */
function createBuffers(device: GPUDevice, { shapes }: Taken) {
  const fixed = keeping((keep) => {
    const upload = (name: string, words: Float32Array | Uint32Array): GPUBuffer =>
      keep(uploadWords(device, `${LABEL}: ${name}`, words));
    return {
      records: upload('shapes', Float32Array.from(shapes.records)),
      firsts: upload('first words', shapes.first),
      tally: upload('tally', new Uint32Array(4)),
      asked: upload('asked', new Uint32Array(4)),
    };
  });
  const growing = {
    poses: growingBuffer(device, `${LABEL}: poses`),
    candidates: growingBuffer(device, `${LABEL}: candidates`),
    kept: growingBuffer(device, `${LABEL}: kept`),
    undecided: growingBuffer(device, `${LABEL}: undecided`),
  };
  const code = narrowWgsl(shapes.dimensions);
  return {
    ...fixed,
    ...growing,
    /** Tests at most `room` candidates. */
    test({ pairs, count }: Candidates, room: number) {
      const kernel = { label: LABEL, code, entry: 'keepPairs', constants: { WG } };
      const resources = {
        0: fixed.records,
        1: fixed.firsts,
        2: growing.poses.withRoom(1),
        3: count,
        4: pairs,
        5: fixed.tally,
        6: growing.kept.withRoom(2 * room),
        7: growing.undecided.withRoom(2 * room),
      };
      return step(device, kernel, resources, workgroupsFor(room, WG));
    },
    memoryBytes: () =>
      Object.values(growing).reduce((sum, { bytes }) => sum + bytes, 0) +
      Object.values(fixed).reduce((sum, { size }) => sum + size, 0),
    destroy() {
      for (const each of [...Object.values(growing), ...Object.values(fixed)]) each.destroy();
    },
  };
}

/** The poses as the kernel reads them: `placed` of narrow.wgsl.ts. */
function poseWordsOf({ shapes, entry, poses }: Taken): Uint32Array<ArrayBuffer> {
  const { dimensions } = shapes;
  const size = GPU_POSE_WORDS[dimensions];
  const given = poseWords(dimensions);
  const words = new Uint32Array(size * entry.length);
  const floats = new Float32Array(words.buffer);
  entry.forEach((number, slot) => {
    const at = size * slot;
    const pose = poses.subarray(given * slot, given * (slot + 1));
    if (dimensions === 2) {
      const [x, y, cos, sin] = pose;
      floats.set([x, y], at);
      floats.set([cos, sin], at + 4);
    } else {
      floats.set(pose.subarray(0, 3), at);
      for (let axis = 0; axis < 3; axis++) {
        floats.set([pose[3 + axis], pose[6 + axis], pose[9 + axis]], at + 4 + 4 * axis);
      }
    }
    words[at + 3] = number;
  });
  return words;
}

// The marks of pursuers on the device: goals where they stand, factors that they dim, and what
// those goals reach. Dispatches bring all of it up to date.
//
// The host knows where pursuers were put, not where they are. Pursuers stay in the region where
// they were put, so the host still knows what their goals reach. The host has to read their cells
// (`look`) only if the terrain changed and they have moved, or if the device put them elsewhere.
//
//   mark-group.ts      the groups, and the order in which they write
//   mark-kernels.ts    the dispatches and their parameters
//   given-lists.ts     what the caller put on the cells
//   region-numbers.ts  regions on the device
//   layer-facts.ts     what goals reach, as the host knows it
import { encodeSteps, readBuffer, type Step } from '@wayfield/gpu-core';
import type { Attempts } from '../attempts.ts';
import type { ModelState } from '../../model/model-state.ts';
import type { FieldLayout } from '../memory/layout.ts';
import type { Changes } from '../step/changes.ts';
import { type Engine, PLACE_SLOT, SETTLE_SLOT } from '../step/engine.ts';
import { createGivenLists } from './given-lists.ts';
import { createLayerFacts, type LayerFacts } from './layer-facts.ts';
import { dimmersOf, emittersOf, type MarkGroup, type MarkSteps } from './mark-group.ts';
import { createMarkKernels, type MarkKernels, type MarkKernelsOn } from './mark-kernels.ts';
import { createRegionNumbers, type RegionNumbers } from './region-numbers.ts';

const WHAT = 'diffusion: marks';

export interface Marks {
  /** Grows when a buffer was replaced, so that steps have to be made again. */
  readonly version: number;
  readonly memoryBytes: number;
  /** Makes the buffers that the marks of a group need; none is made later. */
  prepare(group: MarkGroup): void;
  /**
   * Puts the marks of a group in. Called in a second attempt, after the attempt of `prepare` has
   * succeeded: memory cannot end any more, so a group that could not be made never leaves marks.
   */
  add(group: MarkGroup): void;
  /** Takes the marks out and frees the group: now, or with the next call that is made. */
  remove(group: MarkGroup, later: boolean): void;
  /** The groups that were removed `later` since this was called last. */
  takeLeaving(): readonly MarkGroup[];
  /** Removes a group from the lists after `prepare` or `add` failed. */
  forget(group: MarkGroup): void;
  /** Puts a group elsewhere. */
  place(group: MarkGroup, cell: Uint32Array): void;
  /** Records that a group is put elsewhere, by cells on the device. */
  encodePlace(group: MarkGroup, cell: GPUBuffer, encoder: GPUCommandEncoder): void;
  /**
   * Removes the groups `gone`, which `takeLeaving` gave, and writes the marks that changes of the
   * host touch. Called after the engine's `apply`, in an attempt: if that fails, the groups stay.
   */
  sync(changes: Changes, gone: readonly MarkGroup[]): void;
  /** Steps of a move, by the field that it reads. */
  steps(group: MarkGroup, parity: number): MarkSteps;
  facts(layer: number): LayerFacts;
  /** Reads where pursuers are, if the facts of a layer depend on it. */
  look(): Promise<void>;
  destroy(): void;
}

export function createMarks(
  device: GPUDevice,
  attempts: Attempts,
  engine: Engine,
  state: ModelState,
  layout: FieldLayout,
): Marks {
  const lists = createGivenLists(device, attempts, state.layers.length, WHAT);
  const regions = createRegionNumbers(device, attempts, state, WHAT);
  const on = { device, attempts, engine, state, layout, lists, regions, label: WHAT };
  const kernels = createMarkKernels(on);
  const groups = new Set<MarkGroup>();
  const writer = createMarkWriter(on, kernels, groups);
  const leaving = createLeaving(attempts, groups);
  let version = 0;
  /** `terrains`: how often the terrain changed. `looked`: its value at the last `look`. */
  let terrains = 0;
  let looked = 0;
  /** How often pursuers were put somewhere. */
  let placed = 0;
  const facts = createLayerFacts(state, groups, () => `${terrains} ${placed} ${leaving.count}`);

  function touch(group: MarkGroup): void {
    writer.touch(group);
    placed++;
  }

  function takeOut(group: MarkGroup): void {
    writer.drop(group);
    touch(group);
    groups.delete(group);
    version++;
    kernels.forget(group);
  }

  return {
    get version() {
      return version + lists.version + attempts.failures;
    },
    get memoryBytes() {
      return lists.memoryBytes + regions.memoryBytes + kernels.memoryBytes;
    },
    prepare: kernels.prepare,
    add(group) {
      groups.add(group);
      version++;
      touch(group);
      writer.put();
    },
    remove(group, later) {
      // the device may be gone, or the model
      if (!groups.has(group)) return;
      if (later) leaving.add(group);
      else {
        takeOut(group);
        writer.put();
        group.free();
      }
    },
    takeLeaving: leaving.take,
    forget(group) {
      groups.delete(group);
      kernels.forget(group);
    },
    place(group, cell) {
      writer.drop(group);
      touch(group);
      device.queue.writeBuffer(group.position, 0, cell as Uint32Array<ArrayBuffer>);
      group.cell = cell;
      group.moved = group.strayed = false;
      writer.put();
    },
    encodePlace: writer.encodePlace,
    sync(changes, gone) {
      leaving.freeLater(gone);
      for (const group of gone) takeOut(group);
      if (changes.terrain.length > 0) {
        terrains++;
        regions.update(changes.terrain);
      }
      for (const given of changes.goals) lists.upload(given.layer, 'goals', given);
      for (const given of changes.modulations) lists.upload(given.layer, 'modulations', given);
      writer.touchChanged(changes);
      writer.put();
    },
    steps: writer.steps,
    facts,
    async look() {
      for (const group of groups) if (await lookAt(device, group, looked !== terrains)) placed++;
      looked = terrains;
    },
    destroy() {
      for (const group of groups) group.free();
      groups.clear();
      for (const held of [regions, lists, kernels]) held.destroy();
    },
  };
}

/** Groups that were destroyed while a call was under way. */
interface Leaving {
  /** How many groups were added. */
  readonly count: number;
  add(group: MarkGroup): void;
  /** Returns the groups that were added since this was called last. */
  take(): readonly MarkGroup[];
  /** Frees groups once the attempt has succeeded; if it fails, they stay. */
  freeLater(gone: readonly MarkGroup[]): void;
}

function createLeaving(attempts: Attempts, groups: Set<MarkGroup>): Leaving {
  let count = 0;
  let leaving: MarkGroup[] = [];
  return {
    get count() {
      return count;
    },
    add(group) {
      group.leaving = true;
      leaving.push(group);
      count++;
    },
    take() {
      const taken = leaving;
      leaving = [];
      return taken;
    },
    freeLater(gone) {
      attempts.note(
        () => {
          for (const group of gone) groups.add(group);
        },
        () => {
          for (const group of gone) group.free();
        },
      );
    },
  };
}

/**
 * Reads the cells of a group if its goals may have come to another region. `changed`: the terrain
 * has changed since the last look. Returns whether the cells were read.
 */
async function lookAt(device: GPUDevice, group: MarkGroup, changed: boolean): Promise<boolean> {
  if (!group.emit || !(group.strayed || (changed && group.moved))) return false;
  group.cell = await readBuffer(device, group.position, new Uint32Array(group.count));
  group.moved = group.strayed = false;
  return true;
}

/** Writes marks into the fields; remembers in which layers that has to be done again. */
interface MarkWriter {
  /** Notes that the marks in the layers of a group have to be written again. */
  touch(group: MarkGroup): void;
  /** `touch` for all groups that these changes of the host concern. */
  touchChanged(changes: Changes): void;
  /** Takes the marks of a group out of the fields. */
  drop(group: MarkGroup): void;
  /** Writes the marks of the layers that were touched. */
  put(): void;
  encodePlace: Marks['encodePlace'];
  steps: Marks['steps'];
}

function createMarkWriter(
  { device, attempts, engine, regions }: MarkKernelsOn,
  kernels: MarkKernels,
  groups: ReadonlySet<MarkGroup>,
): MarkWriter {
  /** Layers whose marks have to be written again. */
  const dirtyGoals = new Set<number>();
  const dirtyFactors = new Set<number>();

  const { dropSteps, encodeGoals, encodeFactors, encodeClear } = createMarkEncoder(
    engine,
    kernels,
    regions,
    groups,
  );

  return {
    touch({ emit, modulate }) {
      if (emit) dirtyGoals.add(emit.layer);
      if (modulate) dirtyFactors.add(modulate.layer);
    },
    touchChanged(changes) {
      for (const { layer } of changes.goals) dirtyGoals.add(layer);
      for (const { layer } of changes.modulations) dirtyFactors.add(layer);
      // where cells opened or closed, the goals of all layers are among the changes
      for (const { emit, modulate } of groups) {
        if (emit && changes.reset) dirtyGoals.add(emit.layer);
        if (modulate && changes.terrain.length > 0) dirtyFactors.add(modulate.layer);
      }
    },
    drop(group) {
      const encoder = device.createCommandEncoder({ label: WHAT });
      encodeSteps(encoder, WHAT, dropSteps(group, engine.current));
      device.queue.submit([encoder.finish()]);
    },
    put() {
      if (dirtyGoals.size + dirtyFactors.size === 0) return;
      const [due, dueFactors] = [[...dirtyGoals], [...dirtyFactors]];
      attempts.note(() => {
        for (const layer of due) dirtyGoals.add(layer);
        for (const layer of dueFactors) dirtyFactors.add(layer);
      });
      if (due.length > 0) regions.ensure();
      const encoder = device.createCommandEncoder({ label: WHAT });
      if (dirtyGoals.size > 0) {
        for (const layer of due) encodeGoals(encoder, layer);
        encodeClear(encoder, SETTLE_SLOT, due);
      }
      for (const layer of dirtyFactors) encodeFactors(encoder, layer);
      device.queue.submit([encoder.finish()]);
      if (dirtyGoals.size > 0) engine.forceNext();
      for (const dirty of [dirtyGoals, dirtyFactors]) dirty.clear();
    },
    encodePlace(group, cell, encoder) {
      encodeSteps(encoder, WHAT, dropSteps(group, engine.current));
      encoder.copyBufferToBuffer(cell, 0, group.position, 0, 4 * group.count);
      group.strayed = true;
      if (group.emit) {
        const { layer } = group.emit;
        encodeGoals(encoder, layer);
        // a slot for each layer: several groups may be recorded before any of it runs
        encodeClear(encoder, PLACE_SLOT + layer, [layer]);
        engine.encodeForce(encoder);
      }
      if (group.modulate) encodeFactors(encoder, group.modulate.layer);
    },
    steps(group, parity) {
      const { emit, modulate } = group;
      return {
        drop: dropSteps(group, parity),
        put: [
          ...(emit ? emittersOf(groups, emit.layer) : []).map((one) =>
            kernels.putGoals(one, parity),
          ),
          ...(modulate ? dimmersOf(groups, modulate.layer) : []).map(kernels.putFactors),
        ],
      };
    },
  };
}

/** Records marks into an encoder. */
interface MarkEncoder {
  /** Takes the marks of a group out of the field of this parity. */
  dropSteps(group: MarkGroup, parity: number): Step[];
  /** Takes the goals of all groups of a layer out and puts them in again; finds what they reach. */
  encodeGoals(encoder: GPUCommandEncoder, layer: number): void;
  encodeFactors(encoder: GPUCommandEncoder, layer: number): void;
  /** Sets cells of these layers that no goal reaches to 0. */
  encodeClear(encoder: GPUCommandEncoder, slot: number, layers: readonly number[]): void;
}

function createMarkEncoder(
  engine: Engine,
  kernels: MarkKernels,
  regions: RegionNumbers,
  groups: ReadonlySet<MarkGroup>,
): MarkEncoder {
  return {
    dropSteps: (group, parity) => [
      ...(group.emit ? [kernels.dropGoals(group, parity)] : []),
      ...(group.modulate ? [kernels.dropFactors(group)] : []),
    ],
    encodeGoals(encoder, layer) {
      const parity = engine.current;
      const all = emittersOf(groups, layer);
      const drop = all.map((group) => kernels.dropGoals(group, parity));
      encodeSteps(encoder, WHAT, [...drop, ...all.map((group) => kernels.putGoals(group, parity))]);
      encoder.clearBuffer(regions.reached());
      encodeSteps(encoder, WHAT, kernels.reach(layer, all));
    },
    encodeFactors(encoder, layer) {
      const all = dimmersOf(groups, layer);
      encodeSteps(encoder, WHAT, [...all.map(kernels.dropFactors), ...all.map(kernels.putFactors)]);
    },
    encodeClear(encoder, slot, layers) {
      engine.setSlot(slot, { layers });
      const pass = encoder.beginComputePass({ label: WHAT });
      engine.encodeTest(pass, 'clear', { slot, parity: engine.current, layers: layers.length });
      pass.end();
    },
  };
}

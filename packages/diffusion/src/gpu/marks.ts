// The marks of pursuers on the device: goals where they stand, factors that they dim, and what those goals reach.
// All of it is brought up to date by dispatches. The host knows where pursuers were put, not where they are, but
// they stay in the region where they were put; only where the map changed under them does it have to look.
import {
  encodeSteps,
  filledBuffer,
  readBuffer,
  type Resources,
  type Step,
  step,
  storageBuffer,
} from '@wayfield/gpu';
import { NONE } from '@wayfield/graph';
import type { ModelState } from '../model-state.ts';
import type { Changes, Given } from './changes.ts';
import { type Engine, PLACE_SLOT, SETTLE_SLOT } from './engine.ts';
import type { FieldLayout } from './layout.ts';
import { MARK_WORDS, marksWgsl } from './marks.wgsl.ts';

const UNIFORM = 0x0040;
const WHAT = 'diffusion: marks';

/** A layer that pursuers change, and the number that says how. */
export interface MarkIn {
  readonly layer: number;
  readonly value: number;
}

/** Pursuers that leave marks. */
export interface MarkGroup {
  readonly count: number;
  readonly position: GPUBuffer;
  /** Strength of the goals that they are. */
  readonly emit: MarkIn | undefined;
  /** What part of the scent gets through them, and the planes of `ChangeLog.dimmed`. */
  readonly modulate: (MarkIn & { readonly plane: number; readonly terrain: number }) | undefined;
  /** Where the host last knew them to be. */
  cell: Uint32Array;
  /** They moved since. */
  moved: boolean;
  /** They were put elsewhere by the device: maybe into other regions. */
  strayed: boolean;
  /** Frees the buffers, once the marks are gone. */
  free(): void;
}

/** Steps of a move, by the field that it reads: before pursuers leave their cells, and when they have come to others. */
export interface MarkSteps {
  readonly drop: readonly Step[];
  readonly put: readonly Step[];
}

/** What goals a layer has, those of pursuers with them. */
export interface LayerFacts {
  readonly active: boolean;
  /** There are goals, and every one is on an obstacle. */
  readonly blocked: boolean;
  /** Open cells that a goal reaches. */
  readonly reachable: number;
}

export interface Marks {
  /** Grows when steps have to be made again. */
  readonly version: number;
  readonly memoryBytes: number;
  add(group: MarkGroup): void;
  /** Takes the marks out and frees the group: now, or with the next `sync`. */
  remove(group: MarkGroup, later: boolean): void;
  /** After `add` failed. */
  forget(group: MarkGroup): void;
  /** Puts a group elsewhere. */
  place(group: MarkGroup, cell: Uint32Array): void;
  /** Records the same, by cells on the device. */
  encodePlace(group: MarkGroup, cell: GPUBuffer, encoder: GPUCommandEncoder): void;
  /** After the engine took the changes over. */
  sync(changes: Changes): void;
  steps(group: MarkGroup, parity: number): MarkSteps;
  facts(layer: number): LayerFacts;
  /** Reads where pursuers are, if the facts of a layer depend on it. */
  look(): Promise<void>;
  destroy(): void;
}

/** Buffers of a layer: what the caller put there. */
interface Lists {
  goals: GPUBuffer | undefined;
  modulations: GPUBuffer | undefined;
}

export function createMarks(
  device: GPUDevice,
  engine: Engine,
  state: ModelState,
  layout: FieldLayout,
): Marks {
  const { map, options, regions, terrain } = state;
  const { width, height } = map;
  const cells = width * height;
  const code = marksWgsl(options.precision === 'log');
  const groups = new Set<MarkGroup>();
  const uniforms = new Map<MarkGroup | number, GPUBuffer[]>();
  const lists: Lists[] = state.layers.map(() => ({ goals: undefined, modulations: undefined }));
  /** Layers whose marks have to be put again. */
  const dirtyGoals = new Set<number>();
  const dirtyFactors = new Set<number>();
  /** Groups that go with the next `sync`. */
  const leaving = new Set<MarkGroup>();
  let version = 0;
  /** The numbers of the regions on the device, their changes, and those of regions with goals. */
  let known: Uint32Array | undefined;
  let knownSplits = -1;
  let regionBuffer: GPUBuffer | undefined;
  let reachedBuffer: GPUBuffer | undefined;
  /** Grows with the terrain; up to which one the host knows where the pursuers are. */
  let terrains = 0;
  let looked = 0;
  const facts = new Map<number, { key: string; facts: LayerFacts }>();
  let placed = 0;

  const emitters = (layer: number): MarkGroup[] =>
    [...groups]
      .filter(({ emit }) => emit?.layer === layer)
      .sort((a, b) => a.emit!.value - b.emit!.value);
  const dimmers = (layer: number): MarkGroup[] =>
    [...groups]
      .filter(({ modulate }) => modulate?.layer === layer)
      .sort((a, b) => b.modulate!.value - a.modulate!.value);

  function uniform(layer: number, parity: number, group?: MarkGroup): GPUBuffer {
    const words = new Uint32Array(MARK_WORDS);
    const floats = new Float32Array(words.buffer);
    words.set([width, height, layout.pitch, state.layers.length, layout.maskPitch]);
    words.set([engine.tilesX, engine.tiles, engine.tileWidth, engine.tileHeight, parity], 5);
    words.set([layer, group?.count ?? 0], 10);
    floats[12] = (parity < 2 ? group?.emit?.value : group?.modulate?.value) ?? 0;
    words.set([group?.modulate?.plane ?? 0, group?.modulate?.terrain ?? 0], 13);
    floats[15] = options.rate;
    return filledBuffer(device, WHAT, words, UNIFORM);
  }

  /** Uniforms of a group: emitting, by parity; then dimming. Or of a layer. */
  function uniformOf(of: MarkGroup | number, which: number): GPUBuffer {
    let mine = uniforms.get(of);
    if (!mine) {
      const group = typeof of === 'number' ? undefined : of;
      const emits = typeof of === 'number' ? of : (of.emit?.layer ?? 0);
      mine = [0, 1].map((parity) => uniform(emits, parity, group));
      mine.push(uniform(group?.modulate?.layer ?? 0, 2, group));
      uniforms.set(of, mine);
    }
    return mine[which]!;
  }

  const rowsOf = (count: number): number => Math.min(4096, Math.ceil(Math.max(1, count) / 256));

  function dispatch(entry: string, resources: Resources, count: number): Step {
    return step(device, { label: `${WHAT}, ${entry}`, code, entry }, resources, rowsOf(count));
  }

  /** Words of a list; `undefined` = nothing was put there. */
  function upload(layer: number, kind: keyof Lists, given: Given | undefined): GPUBuffer {
    const count = given?.cell.length ?? 0;
    const words = new Uint32Array(1 + 2 * count);
    words[0] = count;
    if (given) {
      words.set(given.cell, 1);
      words.set(new Uint32Array(given.value.slice().buffer), 1 + count);
    }
    let buffer = lists[layer][kind];
    if (!buffer || buffer.size < words.byteLength) {
      buffer?.destroy();
      // twice as much as needed: goals change their number
      buffer = lists[layer][kind] = storageBuffer(device, WHAT, 2 * words.length);
      version++;
    }
    device.queue.writeBuffer(buffer, 0, words);
    return buffer;
  }

  const listOf = (layer: number, kind: keyof Lists): GPUBuffer =>
    lists[layer][kind] ?? upload(layer, kind, undefined);

  function dropGoals(group: MarkGroup, parity: number): Step {
    const resources = {
      0: uniformOf(group, parity),
      1: group.position,
      2: listOf(group.emit!.layer, 'goals'),
      3: engine.masks,
      4: engine.field(parity),
      6: engine.flags,
    };
    return dispatch('dropGoals', resources, group.count);
  }

  function putGoals(group: MarkGroup, parity: number): Step {
    const resources = {
      0: uniformOf(group, parity),
      1: group.position,
      2: listOf(group.emit!.layer, 'goals'),
      3: engine.masks,
      4: engine.field(parity),
      5: engine.factors,
      6: engine.flags,
    };
    return dispatch('putGoals', resources, group.count);
  }

  function factors(entry: 'dropFactors' | 'putFactors', group: MarkGroup): Step {
    const resources = {
      0: uniformOf(group, 2),
      1: group.position,
      2: listOf(group.modulate!.layer, 'modulations'),
      5: engine.factors,
    };
    return dispatch(entry, resources, group.count);
  }

  /** Brings the numbers of the regions on the device up to date. */
  function numberRegions(changed: readonly number[]): void {
    let stale = !known || knownSplits !== regions.splits;
    for (const cell of changed) {
      // one that closes leaves the others as they were
      if (terrain[cell] === 0) {
        if (known) known[cell] = NONE;
      } else if (known?.[cell] === NONE) stale = true;
    }
    if (!stale) return;
    known ??= new Uint32Array(cells);
    for (let v = 0; v < cells; v++) known[v] = regions.of(v);
    knownSplits = regions.splits;
    regionBuffer ??= storageBuffer(device, `${WHAT}, regions`, cells);
    reachedBuffer ??= storageBuffer(device, `${WHAT}, reached regions`, cells);
    device.queue.writeBuffer(regionBuffer, 0, known as Uint32Array<ArrayBuffer>);
  }

  function encodeReach(encoder: GPUCommandEncoder, layer: number): void {
    const { factors: factorBuffer, masks } = engine;
    encoder.clearBuffer(reachedBuffer!);
    const common = { 5: factorBuffer, 7: regionBuffer!, 8: reachedBuffer! };
    const goals = listOf(layer, 'goals');
    const uniform0 = uniformOf(layer, 0);
    const steps = [
      dispatch(
        'reachFromGiven',
        // its width and height; the cells are in the list
        { 0: uniform0, 2: goals, ...common },
        goals.size / 8,
      ),
      ...emitters(layer).map((group) =>
        dispatch(
          'reachFromPursuers',
          { 0: uniformOf(group, 0), 1: group.position, ...common },
          group.count,
        ),
      ),
      dispatch('spread', { 0: uniform0, 3: masks, ...common }, layout.maskWords),
    ];
    encodeSteps(encoder, WHAT, steps);
  }

  function encodeGoals(encoder: GPUCommandEncoder, layer: number): void {
    const parity = engine.current;
    const all = emitters(layer);
    const drop = all.map((group) => dropGoals(group, parity));
    encodeSteps(encoder, WHAT, [...drop, ...all.map((group) => putGoals(group, parity))]);
    encodeReach(encoder, layer);
  }

  function encodeFactors(encoder: GPUCommandEncoder, layer: number): void {
    const all = dimmers(layer);
    const drop = all.map((group) => factors('dropFactors', group));
    encodeSteps(encoder, WHAT, [...drop, ...all.map((group) => factors('putFactors', group))]);
  }

  /** Cells of these layers that no goal reaches become 0. */
  function encodeClear(encoder: GPUCommandEncoder, slot: number, layers: readonly number[]): void {
    engine.setSlot(slot, { layers });
    const pass = encoder.beginComputePass({ label: WHAT });
    engine.encodeTest(pass, 'clear', slot, engine.current, layers.length);
    pass.end();
  }

  /** Puts the marks of the layers that need it. */
  function put(): void {
    if (dirtyGoals.size + dirtyFactors.size === 0) return;
    if (dirtyGoals.size > 0 && !known) numberRegions([]);
    const encoder = device.createCommandEncoder({ label: WHAT });
    if (dirtyGoals.size > 0) {
      const layers = [...dirtyGoals];
      for (const layer of layers) encodeGoals(encoder, layer);
      encodeClear(encoder, SETTLE_SLOT, layers);
    }
    for (const layer of dirtyFactors) encodeFactors(encoder, layer);
    device.queue.submit([encoder.finish()]);
    if (dirtyGoals.size > 0) engine.forceNext();
    dirtyGoals.clear();
    dirtyFactors.clear();
  }

  function touch({ emit, modulate }: MarkGroup): void {
    if (emit) dirtyGoals.add(emit.layer);
    if (modulate) dirtyFactors.add(modulate.layer);
    placed++;
  }

  const dropSteps = (group: MarkGroup, parity: number): Step[] => [
    ...(group.emit ? [dropGoals(group, parity)] : []),
    ...(group.modulate ? [factors('dropFactors', group)] : []),
  ];

  /** Takes the marks of a group out of the fields. */
  function undo(group: MarkGroup): void {
    const encoder = device.createCommandEncoder({ label: WHAT });
    encodeSteps(encoder, WHAT, dropSteps(group, engine.current));
    device.queue.submit([encoder.finish()]);
    touch(group);
  }

  function freeUniforms(group: MarkGroup): void {
    for (const buffer of uniforms.get(group) ?? []) buffer.destroy();
    uniforms.delete(group);
  }

  function takeOut(group: MarkGroup): void {
    undo(group);
    groups.delete(group);
    version++;
    freeUniforms(group);
  }

  function findFacts(layer: number): LayerFacts {
    const layerState = state.layers[layer];
    const all = emitters(layer);
    if (all.length === 0) {
      const active = layerState.active().cell.length > 0;
      return { active, blocked: layerState.goalsBlocked(), reachable: layerState.reachable() };
    }
    const found = new Set<number>();
    for (const list of [layerState.active().cell, ...all.map(({ cell }) => cell)]) {
      for (const cell of list) found.add(regions.of(cell));
    }
    found.delete(NONE);
    let reachable = 0;
    for (const region of found) reachable += regions.sizeOf(region);
    const some = layerState.goalsBlocked() || all.some(({ count }) => count > 0);
    return { active: found.size > 0, blocked: some && found.size === 0, reachable };
  }

  return {
    get version() {
      return version;
    },
    get memoryBytes() {
      const held = [
        regionBuffer,
        reachedBuffer,
        ...lists.flatMap(({ goals, modulations }) => [goals, modulations]),
        ...[...uniforms.values()].flat(),
      ];
      return held.reduce((sum, buffer) => sum + (buffer?.size ?? 0), 0);
    },
    add(group) {
      groups.add(group);
      version++;
      touch(group);
      put();
    },
    remove(group, later) {
      // the device may be gone, or the model
      if (!groups.has(group)) return;
      if (later) leaving.add(group);
      else {
        takeOut(group);
        put();
        group.free();
      }
    },
    forget(group) {
      groups.delete(group);
      freeUniforms(group);
    },
    place(group, cell) {
      undo(group);
      device.queue.writeBuffer(group.position, 0, cell as Uint32Array<ArrayBuffer>);
      group.cell = cell;
      group.moved = group.strayed = false;
      put();
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
    sync(changes) {
      const gone = [...leaving];
      for (const group of gone) takeOut(group);
      leaving.clear();
      if (changes.terrain.length > 0) {
        terrains++;
        if (known) numberRegions(changes.terrain);
      }
      for (const given of changes.goals) {
        upload(given.layer, 'goals', given);
        dirtyGoals.add(given.layer);
      }
      for (const given of changes.modulations) {
        upload(given.layer, 'modulations', given);
        dirtyFactors.add(given.layer);
      }
      // where cells opened or closed, all layers have told their goals anew
      for (const { emit, modulate } of groups) {
        if (emit && changes.reset) dirtyGoals.add(emit.layer);
        if (modulate && changes.terrain.length > 0) dirtyFactors.add(modulate.layer);
      }
      put();
      for (const group of gone) group.free();
    },
    steps: (group, parity) => ({
      drop: dropSteps(group, parity),
      put: [
        ...(group.emit ? emitters(group.emit.layer).map((one) => putGoals(one, parity)) : []),
        ...(group.modulate
          ? dimmers(group.modulate.layer).map((one) => factors('putFactors', one))
          : []),
      ],
    }),
    facts(layer) {
      const key = `${state.layers[layer].version} ${regions.splits} ${terrains} ${placed}`;
      let mine = facts.get(layer);
      if (mine?.key !== key) facts.set(layer, (mine = { key, facts: findFacts(layer) }));
      return mine.facts;
    },
    async look() {
      const changed = looked !== terrains;
      looked = terrains;
      for (const group of groups) {
        if (!group.emit || !(group.strayed || (changed && group.moved))) continue;
        group.moved = group.strayed = false;
        group.cell = await readBuffer(device, group.position, new Uint32Array(group.count));
        placed++;
      }
    },
    destroy() {
      for (const group of groups) group.free();
      groups.clear();
      regionBuffer?.destroy();
      reachedBuffer?.destroy();
      for (const { goals, modulations } of lists) {
        goals?.destroy();
        modulations?.destroy();
      }
      for (const buffer of [...uniforms.values()].flat()) buffer.destroy();
    },
  };
}

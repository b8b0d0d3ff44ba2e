// The dispatches that put marks into fields and take them out, and the parameters of each group.
// marks.ts records them.
import { filledBuffer, type Resources, type Step, step } from '@wayfield/gpu-core';
import { type Keep, keeping } from '@wayfield/gpu-core/internal';
import type { Attempts } from '../attempts.ts';
import type { ModelState } from '../../model/model-state.ts';
import type { FieldLayout } from '../memory/layout.ts';
import type { Engine } from '../step/engine.ts';
import type { GivenLists } from './given-lists.ts';
import type { MarkGroup } from './mark-group.ts';
import { MARK_WORDS, marksWgsl } from './marks.wgsl.ts';
import type { RegionNumbers } from './region-numbers.ts';

const UNIFORM = 0x0040;
/** The number of a group's parameters for dimming; 0 and 1 are for emitting into a field. */
const DIMMING = 2;

export interface MarkKernels {
  readonly memoryBytes: number;
  /** Takes a group's goals out of the field of this parity. */
  dropGoals(group: MarkGroup, parity: number): Step;
  putGoals(group: MarkGroup, parity: number): Step;
  dropFactors(group: MarkGroup): Step;
  putFactors(group: MarkGroup): Step;
  /** Finds what the goals of a layer reach, the goals of these groups included. */
  reach(layer: number, emitters: readonly MarkGroup[]): readonly Step[];
  /** Makes all buffers that the marks of a group need, so that later no buffer has to be made. */
  prepare(group: MarkGroup): void;
  /** Frees the parameters of a group. */
  forget(group: MarkGroup): void;
  destroy(): void;
}

export interface MarkKernelsOn {
  readonly device: GPUDevice;
  readonly attempts: Attempts;
  readonly engine: Engine;
  readonly state: ModelState;
  readonly layout: FieldLayout;
  readonly lists: GivenLists;
  readonly regions: RegionNumbers;
  readonly label: string;
}

export function createMarkKernels(on: MarkKernelsOn): MarkKernels {
  const { device, engine, layout, lists, regions, label } = on;
  const code = marksWgsl(on.state.options.precision === 'log');
  const uniforms = createUniforms(on);
  const uniformOf = uniforms.of;

  function dispatch(entry: string, resources: Resources, count: number): Step {
    const workgroups = Math.min(4096, Math.ceil(Math.max(1, count) / 256));
    return step(device, { label: `${label}, ${entry}`, code, entry }, resources, workgroups);
  }

  function goals(entry: 'dropGoals' | 'putGoals', group: MarkGroup, parity: number): Step {
    const resources = {
      0: uniformOf(group, parity),
      1: group.position,
      2: lists.of(group.emit!.layer, 'goals'),
      3: engine.masks,
      4: engine.field(parity),
      ...(entry === 'putGoals' ? { 5: engine.factors } : {}),
      6: engine.flags,
    };
    return dispatch(entry, resources, group.count);
  }

  function factors(entry: 'dropFactors' | 'putFactors', group: MarkGroup): Step {
    const resources = {
      0: uniformOf(group, DIMMING),
      1: group.position,
      2: lists.of(group.modulate!.layer, 'modulations'),
      5: engine.factors,
    };
    return dispatch(entry, resources, group.count);
  }

  return {
    get memoryBytes() {
      return uniforms.all().reduce((sum, { size }) => sum + size, 0);
    },
    dropGoals: (group, parity) => goals('dropGoals', group, parity),
    putGoals: (group, parity) => goals('putGoals', group, parity),
    dropFactors: (group) => factors('dropFactors', group),
    putFactors: (group) => factors('putFactors', group),
    reach(layer, emitters) {
      const common = { 5: engine.factors, 7: regions.regions(), 8: regions.reached() };
      const given = lists.of(layer, 'goals');
      // these two kernels read nothing that belongs to a group, such as the number of its pursuers
      const ofLayer = uniformOf(layer, 0);
      return [
        dispatch('reachFromGiven', { 0: ofLayer, 2: given, ...common }, given.size / 8),
        ...emitters.map((group) =>
          dispatch(
            'reachFromPursuers',
            { 0: uniformOf(group, 0), 1: group.position, ...common },
            group.count,
          ),
        ),
        dispatch('spread', { 0: ofLayer, 3: engine.masks, ...common }, layout.maskWords),
      ];
    },
    prepare(group) {
      uniformOf(group, 0);
      if (group.emit) {
        regions.ensure();
        lists.of(group.emit.layer, 'goals');
        uniformOf(group.emit.layer, 0);
      }
      if (group.modulate) lists.of(group.modulate.layer, 'modulations');
    },
    forget: uniforms.forget,
    destroy() {
      for (const buffer of uniforms.all()) buffer.destroy();
    },
  };
}

/** The parameters of groups and of layers. */
interface Uniforms {
  /** Set number `which` of a group or layer (`uniformsOf`); all its sets are made at first use. */
  of(of: MarkGroup | number, which: number): GPUBuffer;
  forget(of: MarkGroup | number): void;
  all(): readonly GPUBuffer[];
}

function createUniforms(on: MarkKernelsOn): Uniforms {
  const known = new Map<MarkGroup | number, readonly GPUBuffer[]>();

  function forget(of: MarkGroup | number): void {
    for (const buffer of known.get(of) ?? []) buffer.destroy();
    known.delete(of);
  }

  return {
    of(of, which) {
      let mine = known.get(of);
      if (!mine) {
        known.set(of, (mine = keeping((keep) => uniformsOf(on, of, keep))));
        on.attempts.note(() => forget(of));
      }
      return mine[which];
    },
    forget,
    all: () => [...known.values()].flat(),
  };
}

/**
 * The three sets of parameters of a group: emitting into field 0, into field 1, dimming. A layer
 * has the first set alone.
 */
function uniformsOf(on: MarkKernelsOn, of: MarkGroup | number, keep: Keep): readonly GPUBuffer[] {
  const { device, engine, state, layout, label } = on;
  const group = typeof of === 'number' ? undefined : of;
  const emits = typeof of === 'number' ? of : (of.emit?.layer ?? 0);
  const set = (layer: number, which: number): GPUBuffer => {
    const words = new Uint32Array(MARK_WORDS);
    const floats = new Float32Array(words.buffer);
    const { width, height } = state.map;
    words.set([width, height, layout.pitch, state.layers.length, layout.maskPitch]);
    words.set([engine.tilesX, engine.tiles, engine.tileWidth, engine.tileHeight, which], 5);
    words.set([layer, group?.count ?? 0], 10);
    floats[12] = (which < DIMMING ? group?.emit?.value : group?.modulate?.value) ?? 0;
    words.set([group?.modulate?.plane ?? 0, group?.modulate?.terrain ?? 0], 13);
    floats[15] = state.options.rate;
    return keep(filledBuffer(device, label, words, UNIFORM));
  };
  if (!group) return [set(emits, 0)];
  return [set(emits, 0), set(emits, 1), set(group.modulate?.layer ?? 0, DIMMING)];
}

import { refuse, text } from '@wayfield/check';
import { MAX_LAYERS } from '../constants.ts';
import { mapRule } from './rules.ts';
import type { Border, DiffusionMap, DiffusionOptions, Method, Metric, Rule } from '../types.ts';

/** The options of a model with every default filled in, and what follows from them. */
export interface Resolved {
  readonly layers: readonly string[];
  readonly method: Method;
  readonly metric: Metric;
  readonly rule: Rule;
  readonly rate: number;
  /** f32: the weight of the cell itself beside its neighbours; 0 for rule 'average'. */
  readonly centre: number;
  readonly border: Border;
  readonly precision: 'f32' | 'log';
  readonly flushToZero: boolean;
}

/** The least `rate`; `MIN_TERRAIN` in constants.ts relies on it. */
const LEAST_RATE = 2 ** -20;
/**
 * A smaller centre counts as 0. The blocks kernel of a GPU keeps values of at least 2^-110, so a
 * product with a centre of 2^-12 is normal (2^-122); one below 2^-126 might be flushed to 0. A
 * centre that is left out is less than a 2^-14 part of the weights of a sum.
 */
const LEAST_CENTRE = 2 ** -12;

function checkLayers(layers: readonly string[]): readonly string[] {
  if (layers.length < 1 || layers.length > MAX_LAYERS) {
    refuse('layers.length', layers.length, `1 to ${MAX_LAYERS}`);
  }
  for (const [i, name] of layers.entries()) {
    if (layers.indexOf(name) < i)
      throw new RangeError(`layers names '${name}' twice, expected each name once`);
  }
  return [...layers];
}

/**
 * Fills in the defaults of options that were checked one by one. Throws RangeError for options that
 * do not fit each other or the map.
 */
export function resolveOptions(map: DiffusionMap, options: DiffusionOptions = {}): Resolved {
  mapRule(map, 'map');
  const layers = checkLayers(options.layers ?? ['goal']);
  const { method = 'diffusion', metric = 'graph' } = options;
  if (options.metric !== undefined && method !== 'distance') {
    throw new RangeError(`metric is '${metric}', but method '${method}' has none`);
  }
  const { rule = 'average', border = 'zero', precision = 'log' } = options;
  if (method === 'steady' && precision === 'f32') {
    throw new RangeError("method 'steady' needs precision 'log': its scent ends in no cell");
  }
  const most = 1 / map.neighbours;
  if (rule === 'average' && options.rate !== undefined) {
    throw new RangeError(`rate is ${options.rate}, but rule 'average' has rate ${most}`);
  }
  const rate = Math.fround(rule === 'average' ? most : (options.rate ?? most / 2));
  if (!(rate >= LEAST_RATE && rate <= most)) {
    throw new RangeError(`rate is ${options.rate}, expected 2^-20 to ${most}`);
  }
  const centre = Math.fround(1 / rate - map.neighbours);
  return {
    layers,
    method,
    metric,
    rule,
    rate,
    centre: centre < LEAST_CENTRE ? 0 : centre,
    border,
    precision,
    flushToZero: precision === 'f32' && (options.flushToZero ?? true),
  };
}

/**
 * The number of a layer. Throws RangeError for one that the model does not have; `called` is what
 * the message calls it.
 */
export function layerIndex(layers: readonly string[], name: string, called = 'layer'): number {
  const i = layers.indexOf(name);
  if (i >= 0) return i;
  text(name, called);
  refuse(called, name, layers.map((layer) => `'${layer}'`).join(' or '));
}

// Levels of LDtk projects (.ldtk, or .ldtkl of one level).
import {
  callback,
  checkOptions,
  object,
  oneOf,
  type OptionRules,
  show,
  text,
} from '@wayfield/check';
import { finiteOf, listOf, needed, numberOf, pairOf, recordsOf } from './json.ts';
import { type GridChoice, gridOf, type TileMap } from './types.ts';

/** Options of `readLdtk`. */
export interface LdtkOptions extends GridChoice {
  /** `identifier` of the level. Default: the first. */
  readonly level?: string | undefined;
  /** `__identifier` of the IntGrid layer. Default: the first IntGrid layer. */
  readonly layer?: string | undefined;
  /**
   * The cost of a cell by its value in the IntGrid: 0 = blocked. Default: value 0 costs 1, all
   * others are blocked.
   */
  readonly costOf?: ((value: number) => number) | undefined;
  /** `__identifier` of entities whose rectangles are obstacles. Default: none. */
  readonly obstacles?: string | undefined;
}

const dataRule = /* @__PURE__ */ object({}, 'a project or level of LDtk, parsed from JSON');
const rules: OptionRules = {
  level: text,
  layer: text,
  costOf: callback,
  obstacles: text,
  neighbours: /* @__PURE__ */ oneOf(4, 8),
  corners: /* @__PURE__ */ oneOf('never', 'one-open', 'always'),
};

/**
 * Reads the IntGrid of a level of LDtk. Positions are pixels of the world: the origin is `worldX`,
 * `worldY` of the level plus the offset of the layer.
 *
 * @throws RangeError that names the level, for a missing level or layer and for data of the wrong
 *   length or kind. RangeError that names the value of the IntGrid, for a cost below 0.
 *
 * @example
 * const map = readLdtk(project, { level: 'Cave', costOf: (value) => [1, 0, 4][value] });
 * console.log(map.grid.cost.join()); // 1,0,4
 */
export function readLdtk(data: unknown, options: LdtkOptions = {}): TileMap {
  dataRule(data, 'data');
  checkOptions('readLdtk', options, rules);
  const level = levelOf(data as Record<string, unknown>, options.level);
  const name = `level '${String(level['identifier'])}'`;
  const layers = recordsOf(level, 'layerInstances', name);
  if (layers.length === 0)
    throw new RangeError(`${name} holds no layers: give the file .ldtkl of the level`);
  const layer = layers.find(
    (one) =>
      one['__type'] === 'IntGrid' &&
      (options.layer === undefined || one['__identifier'] === options.layer),
  );
  if (!layer) {
    const wanted = options.layer === undefined ? '' : ` '${options.layer}'`;
    throw new RangeError(`${name} has no IntGrid layer${wanted}`);
  }
  const width = numberOf(layer, '__cWid', name, 1);
  const height = numberOf(layer, '__cHei', name, 1);
  const size = numberOf(layer, '__gridSize', name, 1);
  needed(layer, 'intGridCsv', name);
  const values = listOf(layer, 'intGridCsv', name) as number[];
  if (values.length !== width * height)
    throw new RangeError(
      `intGridCsv of ${name} has ${values.length} entries, expected ${width * height}`,
    );
  const { costOf = (value: number) => (value === 0 ? 1 : 0) } = options;
  const cost = Float32Array.from(values, (value, i) => {
    if (!Number.isInteger(value))
      throw new RangeError(
        `intGridCsv of ${name} has ${show(value)} at ${i}, expected a whole number`,
      );
    const of = costOf(value);
    if (typeof of !== 'number' || !(of >= 0))
      throw new RangeError(`costOf(${value}) is ${String(of)}, expected 0 or more`);
    return of;
  });
  const [originX, originY] = originOf(level, layer, name);
  return {
    grid: gridOf(width, height, cost, options),
    tileWidth: size,
    tileHeight: size,
    originX,
    originY,
    obstacles: entityRings(layers, level, name, options.obstacles),
    walls: [],
  };
}

function levelOf(data: Record<string, unknown>, wanted?: string): Record<string, unknown> {
  // an .ldtkl file has no `levels`, because the file itself is the level
  const worlds = recordsOf(data, 'worlds', 'data').flatMap((world) =>
    recordsOf(world, 'levels', 'a world'),
  );
  const all =
    data['levels'] === undefined ? [data] : [...recordsOf(data, 'levels', 'data'), ...worlds];
  const level = wanted === undefined ? all[0] : all.find((one) => one['identifier'] === wanted);
  if (!level) {
    const names = all.map((one) => String(one['identifier'])).join(', ');
    if (all.length === 0) throw new RangeError('the project has no level');
    throw new RangeError(`level is '${wanted}', the project has: ${names}`);
  }
  return level;
}

/** Where the top left corner of a layer lies in the world, in pixels. */
const originOf = (
  level: Record<string, unknown>,
  layer: Record<string, unknown>,
  name: string,
): [number, number] => [
  finiteOf(level, 'worldX', name) + finiteOf(layer, '__pxTotalOffsetX', name),
  finiteOf(level, 'worldY', name) + finiteOf(layer, '__pxTotalOffsetY', name),
];

/** The rectangles of the entities with the identifier `kind`, in pixels of the world. */
function entityRings(
  layers: readonly Record<string, unknown>[],
  level: Record<string, unknown>,
  name: string,
  kind?: string,
): number[][] {
  if (kind === undefined) return [];
  const rings: number[][] = [];
  for (const layer of layers) {
    const [left, top] = originOf(level, layer, name);
    for (const entity of recordsOf(layer, 'entityInstances', name)) {
      if (entity['__identifier'] !== kind) continue;
      const where = `entity '${kind}' of ${name}`;
      // `px` is the pivot's position in the layer, `__pivot` its fractions of width and height
      const [px, py] = pairOf(entity, 'px', where);
      const [pivotX, pivotY] =
        entity['__pivot'] === undefined ? [0, 0] : pairOf(entity, '__pivot', where);
      const [w, h] = [finiteOf(entity, 'width', where), finiteOf(entity, 'height', where)];
      const [x, y] = [left + px - pivotX * w, top + py - pivotY * h];
      rings.push([x, y, x + w, y, x + w, y + h, x, y + h]);
    }
  }
  return rings;
}

// Rules of options that several guides share.
import {
  callback,
  either,
  list,
  number,
  optional,
  type OptionRules,
  positive,
  type Rule,
  whole,
} from '@wayfield/check';

export const finite: Rule = /* @__PURE__ */ number();
/** The largest speed, length or time. */
export const FASTEST = 1e6;
/** Speeds, lengths and times. */
export const aSize: Rule = /* @__PURE__ */ number(0, FASTEST);
/** How many paths or corridors are worked on in one update, at most. */
export const perUpdate: Rule = /* @__PURE__ */ whole(1, 65536);
/** The side of a grid in cells. */
export const side: Rule = /* @__PURE__ */ whole(1, 2 ** 30);
/** A number of updates. */
const updates: Rule = /* @__PURE__ */ whole(1, 2 ** 30);

/** The rules of `PaceOptions`. */
export const PACE_RULES: OptionRules = { speed: aSize, slowing: aSize };
/** The rules of `CellPlaces`. */
export const PLACE_RULES: OptionRules = { cellSize: positive, originX: finite, originY: finite };
/** The rules of options of guides with a planner. */
export const SEEK_RULES: OptionRules = {
  ...PACE_RULES,
  plan: /* @__PURE__ */ optional(callback),
  plansPerUpdate: perUpdate,
  retry: updates,
  arrival: aSize,
};
/** Terrain of `setTerrain`: one number for all cells, or one per cell. */
export const terrainRule: Rule = /* @__PURE__ */ either(/* @__PURE__ */ number(0, 1), list);

// What a page tells the worker that draws its 2-D canvas: the calls of `Surface`, and the arrays
// that they draw from, each sent once and by its number from then on.
import type { View } from './view.ts';
import type { Rgba } from './colours.ts';
import type { AgentStyle, CellAgents, Discs, PointAgents } from './surface.ts';

/** The number of an array or of a shape. */
export type PartId = number;

/** An array; or a raster, lines or triangles, of which only what has changed is there. */
export type PartValue = Uint8Array | Uint32Array | Float32Array | Readonly<Record<string, unknown>>;

type ByNumber<T, K extends keyof T> = Omit<T, K> & Readonly<Record<K, PartId>>;

export type Command =
  | { readonly call: 'raster' | 'triangles'; readonly shape: PartId }
  | {
      readonly call: 'lines';
      readonly shape: PartId;
      readonly width: number | { readonly world: number };
      readonly colour: Rgba;
    }
  | {
      readonly call: 'cells';
      readonly agents: ByNumber<CellAgents, 'from' | 'to'>;
      readonly style: AgentStyle;
    }
  | {
      readonly call: 'points';
      readonly agents: ByNumber<PointAgents, 'place'>;
      readonly style: AgentStyle;
    }
  | {
      readonly call: 'discs';
      readonly discs: ByNumber<Discs, 'data' | 'touches'>;
      readonly leastPixels: number;
      readonly colours: readonly Rgba[];
    };

export interface Frame {
  readonly view: View;
  readonly background: Rgba;
  readonly commands: readonly Command[];
  /** New parts, and new values of known ones. */
  readonly parts: readonly (readonly [id: PartId, value: PartValue])[];
  /** Parts that are drawn no more. */
  readonly dropped: readonly PartId[];
}

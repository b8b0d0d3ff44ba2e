// The messages to the worker that draws the 2-D canvas: calls of `Surface`, and the arrays and
// shapes that they draw. Each array or shape is sent when it changes; calls name it by its number.
import type { View } from './view.ts';
import type { Rgba } from './colours.ts';
import type { AgentStyle, CellAgents, Discs, PointAgents } from './surface.ts';

/** The number of an array or of a shape. */
export type PartId = number;

/** An array; or the changed fields of a raster, of lines or of triangles. */
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
  /** Parts to delete: this frame does not draw them. */
  readonly dropped: readonly PartId[];
}

import type { Graph, Grid } from '@wayfield/graph';
import { createMapHost } from './create-map-host.ts';
import type { MapHost } from './map-host.ts';

const shares = new WeakMap<Grid | Graph, { readonly host: MapHost; users: number }>();

/** The copy of a map in WebAssembly memory that all solvers on the same object share. */
export interface MapShare {
  readonly host: MapHost;
  /** Counts the caller as a user: the copy lives until the last user has left. */
  join(): void;
  leave(): void;
}

/**
 * The share of a map, copied when it is first asked for. The caller joins, and leaves when its
 * solver is destroyed. The copy is not freed: after the last user has left it is garbage.
 */
export function shareMap(map: Grid | Graph, module: WebAssembly.Module): MapShare {
  const share = shares.get(map) ?? { host: createMapHost(map, module, false), users: 0 };
  shares.set(map, share);
  return {
    host: share.host,
    join: () => void share.users++,
    leave() {
      if (--share.users === 0) shares.delete(map);
    },
  };
}

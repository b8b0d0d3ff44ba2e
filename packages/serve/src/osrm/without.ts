// Contexts for requests that avoid roads, of services that cannot search around closed roads. Each
// set of avoided roads has a context whose network lacks these roads. context.ts calls
// `createWithouts`.
import { type Avoid, type RoutingNetwork, withoutRoads } from '@wayfield/routing';

/**
 * Sets of roads whose contexts are kept: each has a hierarchy and engines of its own. Chosen, not
 * measured.
 */
const MOST_KEPT = 4;

/** What a context owns, as far as it matters here. */
interface Owner {
  readonly memoryBytes: number;
  destroy(): void;
}

/** Contexts without some roads, made when first asked for; at most `MOST_KEPT` are kept. */
export interface Withouts<Context extends Owner> {
  of(avoid: Avoid): Context;
  readonly memoryBytes: number;
  destroy(): void;
}

export function createWithouts<Context extends Owner>(
  routing: RoutingNetwork,
  make: (network: RoutingNetwork) => Context,
): Withouts<Context> {
  /** By what is avoided, the one used last at the end. */
  const contexts = new Map<string, Context>();
  return {
    of(avoid) {
      const key = JSON.stringify(avoid);
      const context = contexts.get(key) ?? make(withoutRoads(routing, avoid));
      contexts.delete(key);
      contexts.set(key, context);
      if (contexts.size > MOST_KEPT) {
        const [oldest] = contexts.keys();
        contexts.get(oldest)?.destroy();
        contexts.delete(oldest);
      }
      return context;
    },
    get memoryBytes() {
      let bytes = 0;
      for (const context of contexts.values()) bytes += context.memoryBytes;
      return bytes;
    },
    destroy() {
      for (const context of contexts.values()) context.destroy();
    },
  };
}

// The columns of agents: typed arrays over the memory of a crowd's engine.
import type { Engine } from '../engine.ts';

/** The columns of agents, by slot. */
export interface Columns {
  readonly positionX: Float64Array;
  readonly positionY: Float64Array;
  /**
   * Where an idle agent returns to. For moving and settled agents it has no meaning. The hash
   * counts it for all agents.
   */
  readonly homeX: Float64Array;
  readonly homeY: Float64Array;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly velocityX: Float32Array;
  readonly velocityY: Float32Array;
  readonly headingX: Float32Array;
  readonly headingY: Float32Array;
  readonly preferredX: Float32Array;
  readonly preferredY: Float32Array;
  readonly radius: Float32Array;
  readonly generation: Uint32Array;
  readonly status: Uint8Array;
  /** The level in the low seven bits: see the glossary. Bit 7: the agent slows down. */
  readonly level: Uint8Array;
  /** Ticks in which the agent was held up, less later ticks of progress; at least 0. */
  readonly stall: Uint16Array;
  /** The cruising speed, in metres per second: see assembly/intent/intent.ts. */
  readonly cruise: Float32Array;
}

/**
 * Views of the columns. The memory of a crowd never grows after its start, so views stay valid. The
 * order is that of the fields of `World` in assembly/layout-world.ts, because `columnAddress` takes
 * the number of a field, from `positionX` (0) on.
 */
export function openColumns({ host, kernels, capacity }: Engine): Columns {
  const { buffer } = host.arena.memory;
  let next = 0;
  const address = (): number => kernels.columnAddress(next++) >>> 0;
  const doubles = (): Float64Array => new Float64Array(buffer, address(), capacity);
  const floats = (): Float32Array => new Float32Array(buffer, address(), capacity);
  return {
    positionX: doubles(),
    positionY: doubles(),
    homeX: doubles(),
    homeY: doubles(),
    x: floats(),
    y: floats(),
    velocityX: floats(),
    velocityY: floats(),
    headingX: floats(),
    headingY: floats(),
    preferredX: floats(),
    preferredY: floats(),
    radius: floats(),
    generation: new Uint32Array(buffer, skip(1), capacity),
    status: new Uint8Array(buffer, address(), capacity),
    level: new Uint8Array(buffer, address(), capacity),
    stall: new Uint16Array(buffer, address(), capacity),
    cruise: floats(),
  };

  /** Passes over columns that the host does not read, and returns the address of the next. */
  function skip(columns: number): number {
    next += columns;
    return address();
  }
}

// Ticks of a worker, asked for one ahead: the next tick is worked out while this one is shown.

export interface Ahead<Tick> {
  /** The tick that was asked for ahead, or else one of `count` now. */
  take(count: number): Promise<{ readonly count: number; readonly tick: Tick }>;
  /** Asks for the next one. */
  ask(count: number): void;
}

export function createAhead<Tick>(tickOf: (count: number) => Promise<Tick>): Ahead<Tick> {
  let waiting: { readonly count: number; readonly tick: Promise<Tick> } | undefined;
  function ask(count: number): NonNullable<typeof waiting> {
    const tick = tickOf(count);
    // an error is told to the caller of `take`; nobody may take this tick any more
    tick.catch(() => undefined);
    return { count, tick };
  }
  return {
    async take(count) {
      const asked = waiting ?? ask(count);
      waiting = undefined;
      return { count: asked.count, tick: await asked.tick };
    },
    ask(count) {
      waiting = ask(count);
    },
  };
}

// Asks a worker for ticks in advance: the worker computes the next ones while the last is shown.

export interface Ahead<Tick> {
  /** Resolves to what `ask` asked for; without a call of `ask`, asks for `count` ticks now. */
  take(count: number): Promise<{ readonly count: number; readonly tick: Tick }>;
  /** Asks for the next tick, for `take` to return. */
  ask(count: number): void;
}

export function createAhead<Tick>(tickOf: (count: number) => Promise<Tick>): Ahead<Tick> {
  let waiting: { readonly count: number; readonly tick: Promise<Tick> } | undefined;
  function ask(count: number): NonNullable<typeof waiting> {
    const tick = tickOf(count);
    // `take` throws the error; it must not be uncaught if nobody takes this tick
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

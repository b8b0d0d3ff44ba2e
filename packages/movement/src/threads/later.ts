// The type of a pool's calls, for area-pool.ts and corridor-pool.ts.

/** Calls whose answers are promises. */
export type Later<Calls> = {
  [Name in keyof Calls]: Calls[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Result>
    : never;
};

// Searches of the study in turns: none of them is always the first, which finds caches cold.

/**
 * Queries that every search answers before its times count: compilers need many calls. Chosen, not
 * measured.
 */
export const WARM_UP = 300;

/** The answers of asks by their names. */
type Answers<Asks extends Record<string, () => unknown>> = {
  readonly [Name in keyof Asks]: ReturnType<Asks[Name]>;
};

/** Calls all asks one after another, in turn `turn`: each turn begins with another ask. */
export function inTurns<Asks extends Record<string, () => unknown>>(
  turn: number,
  asks: Asks,
): Answers<Asks> {
  const names = Object.keys(asks);
  const answers: Record<string, unknown> = {};
  for (let k = 0; k < names.length; k++) {
    const name = names[(turn + k) % names.length];
    answers[name] = asks[name]();
  }
  return answers as Answers<Asks>;
}

/**
 * Notes `made` and returns it. The function that passes `keep` destroys what was noted: `keeping`
 * and `makeGuarded` after a failure, the functions of arrays.ts in any case.
 */
export type Keep = <Made extends { destroy(): void }>(made: Made) => Made;

/** Returns what `make` returns. If `make` throws, all that it kept is destroyed. */
export function keeping<Made>(make: (keep: Keep) => Made): Made {
  const kept: { destroy(): void }[] = [];
  const keep: Keep = (made) => {
    kept.push(made);
    return made;
  };
  try {
    return make(keep);
  } catch (error) {
    for (const made of kept) made.destroy();
    throw error;
  }
}

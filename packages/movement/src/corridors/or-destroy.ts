// For functions that make several things, of which the first ones follow a mesh: openers of this
// folder and of ../areas.

/** Returns what `make` makes. If `make` throws, calls `destroy` and throws the same error. */
export function orDestroy<Made>(destroy: () => void, make: () => Made): Made {
  try {
    return make();
  } catch (cause) {
    destroy();
    throw cause;
  }
}

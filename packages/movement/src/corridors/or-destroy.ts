// For functions that first make an object that follows a mesh, and then more: if the rest throws,
// the mesh must no longer be followed. Used in this folder and in ../areas.

/** Returns what `make` makes. If `make` throws, calls `destroy` and throws the same error. */
export function orDestroy<Made>(destroy: () => void, make: () => Made): Made {
  try {
    return make();
  } catch (cause) {
    destroy();
    throw cause;
  }
}

// What kernels of the search report beside the status codes of `Routes`.

/** The kernels' own status: the path found no room in this wave. */
export const AGAIN = 250;
/** The kernels' own status: the search did not end within its bound. */
export const STUCK = 251;

/** What a search that did not end within its bound is reported as. */
export const stuckError = (): Error =>
  new Error(
    'a search was given up: it took more rounds than the map has room for. Take another heuristic ' +
      "('zero' always ends); where it does not overestimate, this is a defect of @wayfield/gpu",
  );

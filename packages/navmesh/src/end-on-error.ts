/** What `make` makes; where it throws, `end` frees what is there already. */
export function endOnError<Made>(make: () => Made, end: () => void): Made {
  try {
    return make();
  } catch (error) {
    end();
    throw error;
  }
}

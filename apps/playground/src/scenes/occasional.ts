// Small results of a GPU that are read now and then, beside the ticks.

export interface Occasional {
  /** Reads, unless a read is under way or all is over. */
  look(): Promise<void>;
  /** Reads no more. */
  end(): void;
}

/** `read` is not called again before it has ended; where it throws, nothing is read. */
export function createOccasional(read: () => Promise<void>): Occasional {
  let isReading = false;
  let isOver = false;
  return {
    async look() {
      if (isReading || isOver) return;
      isReading = true;
      try {
        await read();
      } catch {
        // the device went away or the scene ended: the next tick tells
      } finally {
        isReading = false;
      }
    },
    end() {
      isOver = true;
    },
  };
}

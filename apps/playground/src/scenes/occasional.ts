// Reads small results from a GPU from time to time, apart from the ticks.

export interface Occasional {
  /** Reads, unless a read is under way or `end` was called. */
  look(): Promise<void>;
  /** Reads no more. */
  end(): void;
}

/** `read` is not called while it runs. Its errors are ignored. */
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
        // the device is lost or the scene has ended: the next tick reports it
      } finally {
        isReading = false;
      }
    },
    end() {
      isOver = true;
    },
  };
}

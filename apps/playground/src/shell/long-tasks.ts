export interface LongTasks {
  /** Milliseconds of the longest task of 50 ms and more on this thread; 0 where there was none. */
  readonly longest: number;
  /** Begins anew. */
  forget(): void;
}

/** Watches for long tasks, where the browser tells of them. */
export function watchLongTasks(): LongTasks {
  let longest = 0;
  if (PerformanceObserver.supportedEntryTypes.includes('longtask')) {
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
    }).observe({ type: 'longtask', buffered: true });
  }
  return {
    get longest() {
      return longest;
    },
    forget() {
      longest = 0;
    },
  };
}

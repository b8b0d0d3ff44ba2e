/**
 * The milliseconds of the longest task of 50 ms or more on this thread; 0 in browsers that do not
 * report such tasks.
 */
export function watchLongTasks(): { readonly longest: number } {
  const seen = { longest: 0 };
  if (PerformanceObserver.supportedEntryTypes.includes('longtask')) {
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
    }).observe({ type: 'longtask', buffered: true });
  }
  return seen;
}

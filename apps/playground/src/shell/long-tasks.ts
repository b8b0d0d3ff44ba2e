/**
 * Watches for tasks of 50 ms and more on this thread, where the browser tells: milliseconds of the
 * longest.
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

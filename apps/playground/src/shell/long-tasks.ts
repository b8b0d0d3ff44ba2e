/** Watches for tasks of 50 ms and more on this thread, where the browser tells. */
export function watchLongTasks(): { readonly longest: number; readonly count: number } {
  const seen = { longest: 0, count: 0 };
  if (!PerformanceObserver.supportedEntryTypes.includes('longtask')) return seen;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      seen.longest = Math.max(seen.longest, duration);
      seen.count++;
    }
  }).observe({ entryTypes: ['longtask'] });
  return seen;
}

/** A whole number with its thousands apart: 252,937. */
export function formatCount(n: number): string {
  return n.toLocaleString('en-US');
}

/** Metres as a person says them: 85 m, 640 m, 3.2 km, 127 km. */
export function formatMetres(metres: number): string {
  if (metres < 100) return `${Math.round(metres)} m`;
  if (metres < 995) return `${10 * Math.round(metres / 10)} m`;
  const km = metres / 1000;
  return `${km < 9.95 ? km.toFixed(1) : Math.round(km)} km`;
}

/** Seconds as a person says them: 40 s, 12 min, 1 h 05 min. */
export function formatDuration(seconds: number): string {
  if (seconds < 59.5) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/** Bytes: 512 B, 14.2 kB, 3.3 MB. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} kB`;
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

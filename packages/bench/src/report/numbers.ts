/**
 * `value` with three significant digits, all digits above 100, at most six decimals, and thousands
 * separated: 1,234,567, 12.3, 0.0456.
 */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? '-' : String(value);
  const size = Math.abs(value);
  if (size === 0 || (Number.isInteger(value) && size < 1e15)) return value.toLocaleString('en-US');
  if (size >= 100) return Math.round(value).toLocaleString('en-US');
  const digits = Math.min(6, Math.max(0, 2 - Math.floor(Math.log10(size))));
  return value.toFixed(digits);
}

/** Milliseconds as microseconds: whole from 10 on, with one decimal below. */
export function formatMicroseconds(ms: number): string {
  const us = ms * 1000;
  return us < 9.95 ? us.toFixed(1) : Math.round(us).toLocaleString('en-US');
}

/** Bytes in a unit that keeps the number short: `512 B`, `1.50 MiB`. */
export function formatBytes(bytes: number): string {
  if (!Number.isFinite(bytes)) return '-';
  let value = bytes;
  for (const unit of ['B', 'KiB', 'MiB']) {
    if (value < 1024) return `${formatNumber(value)} ${unit}`;
    value /= 1024;
  }
  return `${formatNumber(value)} GiB`;
}

/** Seconds as `4.2 s`, `2 min 05 s` or `1 h 02 min`. */
export function formatSeconds(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const two = (n: number): string => String(n).padStart(2, '0');
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${two(whole % 60)} s`;
  return `${Math.floor(whole / 3600)} h ${two(Math.floor((whole % 3600) / 60))} min`;
}

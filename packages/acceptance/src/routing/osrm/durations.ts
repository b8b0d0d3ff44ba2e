/** Seconds of a `duration` as hours, minutes and seconds with colons between. */
export function parseDuration(text: string | undefined): number | undefined {
  const parts = (text ?? '').split(':').map(Number);
  if (text === undefined || parts.some((part) => !(part >= 0))) return undefined;
  const [hours, minutes, seconds = 0] = parts.length === 1 ? [0, parts[0]] : parts;
  return (hours * 60 + minutes) * 60 + seconds;
}

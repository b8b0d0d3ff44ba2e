/**
 * What moves the cursor of a terminal, sets its title or turns the direction of writing: control characters of ASCII, but
 * for the end of a line, and of Latin-1, separators of lines, embeddings of another direction.
 */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]/g;

/** Lines with names of maps and files in them as they may be printed: control characters as `\u001b`. */
export function printable(lines: string): string {
  return lines.replace(
    CONTROLS,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

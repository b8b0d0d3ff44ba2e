/**
 * Characters that move the cursor of a terminal, set its title or turn the direction of writing:
 * control characters of ASCII (except the line feed) and of Latin-1, line separators, embeddings of
 * another direction.
 */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]/g;

/** Text with names of maps and files, made safe to print: control characters become `\u001b`. */
export function printable(lines: string): string {
  return lines.replace(
    CONTROLS,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * What moves the cursor of a terminal, sets its title or turns the direction of writing: control
 * characters of ASCII and of Latin-1, separators of lines, and embeddings, overrides and isolates
 * of another direction.
 */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]/g;

/**
 * A name of the map, or of a file, as it may be printed: control characters as `\u001b`, which JSON
 * understands.
 */
export function printable(text: string): string {
  return text.replace(CONTROLS, escapeSign);
}

function escapeSign(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

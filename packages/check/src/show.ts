/** Characters of a string that a message shows; the rest becomes an ellipsis. */
const LONGEST = 40;

/** A value in a few words, for messages: `7`, `'x'`, `null`, `a Set`, `an array`, `a function`. */
export function show(value: unknown): string {
  if (typeof value === 'string') {
    const text = JSON.stringify(value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value);
    return `'${text.slice(1, -1).replaceAll('\\"', '"')}'`;
  }
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return value.length ? 'an array' : 'an empty array';
  // the class of what is built in, whichever realm it comes from, else that of the constructor
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  const name: unknown = tag === 'Object' ? value.constructor?.name : tag;
  // a class may have no name, and a static member `name` may be anything
  if (typeof name !== 'string' || name === '' || name === 'Object') return 'an object';
  return `${/^[AEIO]/.test(name) ? 'an' : 'a'} ${name}`;
}

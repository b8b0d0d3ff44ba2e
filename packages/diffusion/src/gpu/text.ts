// Pieces that the texts of the step kernels are put together from.

/** The text, or nothing. */
export const when = (condition: boolean, text: string): string => (condition ? text : '');

/** Rows 0 to count - 1 of the text. */
export function each(count: number, text: (k: number) => string): string {
  return Array.from({ length: count }, (_, k) => text(k)).join('\n');
}

/** Which of the four cells of row k have their bit in the words `mask`. */
export function bitsOf(mask: string, k: number): string {
  return `((vec4u(${mask}${k >> 3} >> ${4 * (k & 7)}u) & vec4u(1u, 2u, 4u, 8u)) != vec4u())`;
}

// Counts the bytes between this page and its workers, and to the GPU, for the chart.

let bytes = 0;
let total = 0;

/** Counts bytes that were sent or came back. */
export function countTransfer(byteLength: number): void {
  bytes += byteLength;
  total += byteLength;
}

/** Bytes since this was last asked. */
export function takeTransfers(): number {
  const taken = bytes;
  bytes = 0;
  return taken;
}

/** Bytes since the page began. */
export const allTransfers = (): number => total;

/**
 * Bytes of the typed arrays in a posted value: the value itself, or its fields or entries.
 */
export function bytesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  let sum = 0;
  for (const part of Object.values(value)) if (ArrayBuffer.isView(part)) sum += part.byteLength;
  return sum;
}

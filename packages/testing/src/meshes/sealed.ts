/**
 * Puts the right checksum into a file of a mesh or of tables, and returns the same bytes, which
 * must be all of their buffer.
 */
export function sealed(bytes: Uint8Array): Uint8Array {
  const words = new Uint32Array(bytes.buffer);
  let sum = 0;
  words.forEach((word, i) => {
    if (i === 6) return;
    sum = Math.imul(sum ^ word, 0x9e3779b1);
    sum ^= sum >>> 15;
  });
  words[6] = sum >>> 0;
  return bytes;
}

/**
 * The error of a promise as text, such as "RangeError: …"; "nothing was thrown" if it resolves.
 */
export async function reason(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    return String(error);
  }
  return 'nothing was thrown';
}

/**
 * What a promise rejects with, as text: "RangeError: …"; "nothing was thrown" where it does not.
 */
export async function reason(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    return String(error);
  }
  return 'nothing was thrown';
}

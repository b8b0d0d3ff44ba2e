/** What a promise rejects with, as text. */
export async function reason(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    return String(error);
  }
  return 'nothing was thrown';
}

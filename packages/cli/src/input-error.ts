/** Something that the user gave cannot be used: printed without a stack, exit code 2. */
export class InputError extends Error {
  override readonly name = 'InputError';
}

/** Why a file could not be opened, read or written, in words. */
export function reasonOf(cause: unknown): string {
  const { code, message } = cause as { code?: string; message?: string };
  if (code === 'ENOENT') return 'there is no such file or folder';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'EACCES') return 'it is not allowed';
  if (code === 'EPERM' || code === 'EROFS') return 'it is not allowed';
  if (code === 'ENOTDIR') return 'a part of the path is no folder';
  if (code === 'ELOOP') return 'its links lead in a circle';
  if (code === 'ENOSPC') return 'the disk is full';
  if (code === 'ENXIO') return 'it has no reader';
  if (code === 'EPIPE') return 'it has no reader any more';
  return message ?? String(cause);
}

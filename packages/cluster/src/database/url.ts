import { refuse, text } from '@wayfield/check';

/**
 * Checks the address of a database or store. The message of the error holds no part of it, because
 * a damaged address may still hold a password.
 */
export function checkAddress(address: string, name: string, schemes: readonly string[]): URL {
  text(address, name);
  const expected = `an address that begins with ${schemes.map((s) => `${s}//`).join(' or ')}`;
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    // not the address itself, which holds a password
    const isBare = /@[\da-f]*(?::[\da-f]*){2,}/i.test(address);
    const brackets = ', with an IPv6 host in brackets: //user:password@[::1]:5432/postgres';
    return refuse(name, 'not an address', `${expected}${isBare ? brackets : ''}`);
  }
  if (!schemes.includes(url.protocol)) refuse(name, url.protocol, expected);
  return url;
}

/** An address that may be printed: user, host, port and path, without password and parameters. */
export function printableAddress(url: URL): string {
  const user = url.username ? `${url.username}@` : '';
  return `${url.protocol}//${user}${url.host}${url.pathname}`;
}

/** A text without the password of this address, in case a library repeats it in a message. */
export function withoutPassword(message: string, url: URL): string {
  const secrets = [url.password, decodeURIComponent(url.password)].filter((s) => s.length > 0);
  return secrets.reduce((left, secret) => left.replaceAll(secret, '***'), message);
}

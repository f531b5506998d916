import { hash, randomBytes } from 'node:crypto';

/** A new API token: 256 random bits, URL-safe. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a token and found by its index: the hex SHA-256. Random tokens need no salt and no slow hash. */
export function tokenHash(token: string): string {
  return hash('sha256', token);
}

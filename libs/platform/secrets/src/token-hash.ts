import { hash, randomBytes } from 'node:crypto';

/** Generates an API token: 256 random bits, URL-safe. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Hashes a token for storage and lookup by index: the hex SHA-256. Random tokens need no salt and no slow hash. */
export function tokenHash(token: string): string {
  return hash('sha256', token);
}

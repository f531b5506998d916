import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

/** PostgreSQL's own default. */
const ITERATIONS = 4096;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/**
 * Returns the form in which PostgreSQL stores a password (SCRAM-SHA-256, RFC 5803). In a statement it replaces the password, which then appears in no
 * log of the server.
 */
export function scramVerifier(password: string, salt: Buffer = randomBytes(SALT_BYTES)): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, HASH_BYTES, 'sha256');
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest();
  const storedKey = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  const keys = `${storedKey}:${keyOf('Server Key').toString('base64')}`;
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${keys}`;
}

import { hash, randomBytes } from 'node:crypto';

const CODES = 10;
/** Enough entropy for a fast hash to be as safe as a slow one. */
const CODE_BYTES = 10;

/** Returns new recovery codes, each valid once in place of an app's code: groups of hexadecimal digits. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () => randomBytes(CODE_BYTES).toString('hex').match(/.{5}/g)!.join('-'));
}

/** Returns the SHA-256 of a recovery code, independent of case and separators. */
export function recoveryCodeHash(code: string): Buffer {
  return hash('sha256', code.toLowerCase().replaceAll(/[^0-9a-f]/g, ''), 'buffer');
}

import { hash, randomBytes } from 'node:crypto';

const CODES = 10;
/** Enough that a fast hash protects them as well as a slow one. */
const CODE_BYTES = 10;

/** Codes that each replace the code of an app once: hexadecimal digits in groups. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () => randomBytes(CODE_BYTES).toString('hex').match(/.{5}/g)!.join('-'));
}

/** SHA-256 of a recovery code, however it was typed. */
export function recoveryCodeHash(code: string): Buffer {
  return hash('sha256', code.toLowerCase().replaceAll(/[^0-9a-f]/g, ''), 'buffer');
}

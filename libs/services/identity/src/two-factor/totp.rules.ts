import { Secret, TOTP } from 'otpauth';

const ISSUER = 'Hearth';
/** RFC 6238 with what every authenticator app has: SHA-1, six digits, half a minute. */
const PERIOD_SECONDS = 30;
/** Steps before and after the current one: clocks of phones are not exact. */
const WINDOW = 1;
const SECRET_BYTES = 20;

/** A new secret, in base32 as users type it. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** What the QR code of a secret says. */
export function totpUri(secret: string, username: string): string {
  return totpOf(secret, username).toString();
}

/** @returns the time step of a code; undefined for a code that is wrong now */
export function totpStep(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? undefined : Math.floor(timestamp / 1_000 / PERIOD_SECONDS) + delta;
}

function totpOf(secret: string, label = ''): TOTP {
  return new TOTP({ issuer: ISSUER, label, secret, period: PERIOD_SECONDS });
}

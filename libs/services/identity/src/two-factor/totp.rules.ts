import { Secret, TOTP } from 'otpauth';

const ISSUER = 'Hearth';
/** RFC 6238 with the parameters that all authenticator apps support: SHA-1, six digits, half a minute. */
const PERIOD_SECONDS = 30;
/** Number of accepted steps before and after the current one, since phones' clocks are inexact. */
const WINDOW = 1;
const SECRET_BYTES = 20;

/** Returns a new secret in base32, as users type it. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Returns the content of the QR code of a secret. */
export function totpUri(secret: string, username: string): string {
  return totpOf(secret, username).toString();
}

/** @returns the time step of a code; undefined for a wrong one */
export function totpStep(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? undefined : Math.floor(timestamp / 1_000 / PERIOD_SECONDS) + delta;
}

function totpOf(secret: string, label = ''): TOTP {
  return new TOTP({ issuer: ISSUER, label, secret, period: PERIOD_SECONDS });
}

import { hash, timingSafeEqual } from 'node:crypto';

const CHALLENGE = /^[\w-]{43}$/;
const VERIFIER = /^[\w.~-]{43,128}$/;

/**
 * Returns the failure of the PKCE parameters of an authorization request (RFC 7636); undefined when they are valid. A challenge without a
 * method would be `plain`, which protects nothing.
 */
export function challengeFailure(
  { challenge, method }: { challenge: string | undefined; method: string | undefined },
  { confidential }: { readonly confidential: boolean },
): string | undefined {
  if (challenge === undefined && method === undefined)
    return confidential ? undefined : 'Public clients must send a code_challenge (PKCE).';
  if (method !== 'S256') return 'The code_challenge_method must be S256.';
  return challenge !== undefined && CHALLENGE.test(challenge) ? undefined : 'The code_challenge is not valid.';
}

/** Returns whether a verifier matches a challenge. A verifier without a challenge is refused, too: an attacker has removed the challenge. */
export function isVerified(challenge: string | null, verifier: string | undefined): boolean {
  if (challenge === null) return verifier === undefined;
  if (verifier === undefined || !VERIFIER.test(verifier)) return false;
  return timingSafeEqual(hash('sha256', verifier, 'buffer'), Buffer.from(challenge, 'base64url'));
}

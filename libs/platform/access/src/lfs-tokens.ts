import { Principal } from '@hearth/contract-kit';
import type { Signer, Verifier } from '@hearth/secrets';

/** Lifetime of a token, as the signatures have it. */
export const LFS_TOKEN_SECONDS = 30 * 60;

/** Paths of git LFS below a project: its API, and the contents of objects. A token is for one of the two. */
export const LFS_PATHS = { api: 'info/lfs', contents: 'gitlab-lfs/objects' } as const;

/** No password of a user and no other token has this form. */
const TOKEN = /^lfs-(?<jwt>[\w-]+\.[\w-]+\.[\w-]+)$/;
const BELOW = /^(?<path>\/.+?\.git\/(?:info\/lfs|gitlab-lfs\/objects))(?:\/|$)/;
/** Path that a token is for, in which the path of the project is written as in its URL. */
export function lfsPath(fullPath: string, which: keyof typeof LFS_PATHS): string {
  return `/${fullPath}.git/${LFS_PATHS[which]}`;
}

/**
 * Issues a token with which a client of git LFS continues as the principal, below one path. It is the password of HTTP Basic.
 * @param principal with the scopes that the token is to have
 */
export function issueLfsToken(signer: Signer, path: string, principal: Principal): string {
  return `lfs-${signer.sign(purposeOf(path), { principal })}`;
}

/** Returns whether a password is such a token. */
export function isLfsToken(password: string): boolean {
  return TOKEN.test(password);
}

/**
 * Returns the principal of a token; null when it is not for that URL. The user and the credential that it was issued for have to be checked.
 * @param issuers services whose tokens are accepted
 * @throws SignatureError for a token that is not signed by Hearth, or has expired
 */
export async function principalOfLfsToken(
  verifier: Verifier,
  token: string,
  { url, issuers }: { readonly url: string; readonly issuers: readonly string[] },
): Promise<Principal | null> {
  const path = BELOW.exec(url.split('?', 1)[0]!)?.groups?.['path'];
  if (path === undefined) return null;
  const { issuer, claims } = await verifier.verify(TOKEN.exec(token)!.groups!['jwt']!, purposeOf(path));
  return issuers.includes(issuer) ? Principal.parse(claims['principal']) : null;
}

function purposeOf(path: string) {
  return { type: 'lfs', audience: 'gateway', method: 'LFS', url: path } as const;
}

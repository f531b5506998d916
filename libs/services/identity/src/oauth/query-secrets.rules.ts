/** Secret parameters of clients. */
const SECRETS = ['client_secret', 'code', 'code_verifier', 'refresh_token', 'password', 'token'];

/** Returns whether the query of a request has a secret: proxies, histories and logs store URLs (RFC 6749, 2.3.1; RFC 9700, 4.3). */
export function hasSecretInQuery(target: string): boolean {
  const query = new URLSearchParams(target.split('?').slice(1).join('?'));
  return SECRETS.some((name) => query.has(name));
}

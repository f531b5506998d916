/** Parameters of clients that nobody else may read. */
const SECRETS = ['client_secret', 'code', 'code_verifier', 'refresh_token', 'password', 'token'];

/** Whether the query of a request has a secret: proxies, histories and logs keep addresses (RFC 6749, 2.3.1; RFC 9700, 4.3). */
export function hasSecretInQuery(target: string): boolean {
  const query = new URLSearchParams(target.split('?').slice(1).join('?'));
  return SECRETS.some((name) => query.has(name));
}

/** Returns the address without user and password. */
export function withoutCredentials(address: URL): URL {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url;
}

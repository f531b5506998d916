/**
 * Returns the URL of a database with another user or password. Parts that are not given stay.
 * @param url postgres://…; without a host (a socket's folder as its parameter) the login is in parameters too
 */
export function urlWithLogin(url: string, login: { readonly user?: string; readonly password: string }): string {
  const changed = new URL(url);
  for (const [name, value] of Object.entries(login)) {
    // A parameter would take precedence over the new value.
    if (changed.searchParams.has(name)) changed.searchParams.delete(name);
    if (changed.host === '') changed.searchParams.set(name, value);
    // The setters leave percent signs, which readers of the URL decode.
    else if (name === 'user') changed.username = encodeURIComponent(value);
    else changed.password = encodeURIComponent(value);
  }
  return changed.href;
}

/**
 * Returns the URL of a database with another user or password. What is not given stays.
 * @param url postgres://…; without a host (a socket's folder as its parameter) the login is in parameters too
 */
export function urlWithLogin(url: string, login: { readonly user?: string; readonly password: string }): string {
  const changed = new URL(url);
  for (const [name, value] of Object.entries(login)) {
    // As a parameter it would be used in place of the other.
    if (changed.searchParams.has(name)) changed.searchParams.delete(name);
    if (changed.host === '') changed.searchParams.set(name, value);
    // The setters leave percent signs, which are decoded by those who read the URL.
    else if (name === 'user') changed.username = encodeURIComponent(value);
    else changed.password = encodeURIComponent(value);
  }
  return changed.href;
}

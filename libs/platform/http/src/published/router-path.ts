/** Any text: the router's own pattern of a parameter before a suffix does not match line breaks. */
const ANY = '([^]{0,}?)';

/** Returns the path of an endpoint as the router takes it, where a parameter has a suffix: `/compare/:range.patch`. */
export function routerPath(path: string): string {
  return path.replaceAll(/:\w+(?=\.)/g, `$&${ANY}`);
}

/** Returns the path as the endpoint declares it: the reverse of `routerPath`. */
export function declaredPath(path: string): string {
  return path.replaceAll(ANY, '');
}

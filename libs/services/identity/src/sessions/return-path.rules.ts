const HERE = 'http://here.invalid';

/**
 * Returns the path of this site to return to after a sign-in. A path that a browser could take for another site, such as `//evil.example`
 * or `/\evil.example`, is replaced by the start page.
 */
export function returnPath(wanted: string | undefined): string {
  if (wanted === undefined || !/^\/(?![/\\])[!-~]*$/.test(wanted)) return '/';
  const url = URL.canParse(wanted, HERE) ? new URL(wanted, HERE) : undefined;
  // After the removal of dot segments a path can start with two slashes.
  const isLocal = url?.origin === HERE && !url.pathname.startsWith('//');
  return isLocal ? `${url.pathname}${url.search}` : '/';
}

const HERE = 'http://here.invalid';

/**
 * The path of this site that a sign-in leads back to. Anything a browser could take for another site, such as `//evil.example` or
 * `/\evil.example`, becomes the start page.
 */
export function returnPath(wanted: string | undefined): string {
  if (wanted === undefined || !/^\/(?![/\\])[!-~]*$/.test(wanted)) return '/';
  const url = URL.canParse(wanted, HERE) ? new URL(wanted, HERE) : undefined;
  // Dots in a path can leave two slashes at its start.
  const isLocal = url?.origin === HERE && !url.pathname.startsWith('//');
  return isLocal ? `${url.pathname}${url.search}` : '/';
}

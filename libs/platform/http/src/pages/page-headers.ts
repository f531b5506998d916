/** Content-Security-Policy of a page: nothing but its own style sheet and pictures, in nobody's frame. */
export function pagePolicy(formTargets: readonly string[] = []): string {
  const forms = ["'self'", ...formTargets].join(' ');
  return `default-src 'none'; style-src 'self'; img-src 'self'; form-action ${forms}; base-uri 'none'; frame-ancestors 'none'`;
}

/** Of every page: they may show secrets, and their addresses may hold some. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': pagePolicy(),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

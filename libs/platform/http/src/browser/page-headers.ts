/** A scheme, or an origin whose host is a name or an IPv4 address. */
const FORM_TARGET = /^[a-z][\w+.-]*:(?:\/\/[\w.-]+(?::\d+)?)?$/;

/**
 * Content-Security-Policy of a page: nothing but its own scripts, style sheet and pictures, in no frame. Scripts send requests to Hearth only.
 * @throws Error for a target that would change the policy
 */
export function pagePolicy(formTargets: readonly string[] = []): string {
  const wrong = formTargets.find((target) => !FORM_TARGET.test(target));
  if (wrong !== undefined) throw new Error(`Not a target of forms: ${wrong}`);
  const forms = ["'self'", ...formTargets].join(' ');
  return `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action ${forms}; base-uri 'none'; frame-ancestors 'none'`;
}

/** Headers of every page: pages may show secrets, and their addresses may contain some. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': pagePolicy(),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

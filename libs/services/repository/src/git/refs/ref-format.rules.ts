const FORBIDDEN = /[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{/;

/**
 * Returns whether `git check-ref-format` accepts the name. With `oneLevel`, a name without a slash is accepted too
 * (`git check-ref-format --allow-onelevel`).
 */
export function isRefFormat(name: string, options: { oneLevel?: boolean } = {}): boolean {
  if (name === '@' || name.endsWith('.') || FORBIDDEN.test(name) || !name.isWellFormed()) return false;
  const components = name.split('/');
  if (components.length < 2 && !options.oneLevel) return false;
  return components.every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'));
}

/**
 * Returns whether the name of a branch or tag matches a search text, case-insensitively: it contains the text, begins with what follows a `^`, or ends
 * with what precedes a `$`. An empty text matches every name.
 */
export function matchesSearch(name: string, search: string): boolean {
  const [wanted, text] = [search.toLowerCase(), name.toLowerCase()];
  if (wanted.startsWith('^')) return text.startsWith(wanted.slice(1));
  if (wanted.endsWith('$')) return text.endsWith(wanted.slice(0, -1));
  return text.includes(wanted);
}

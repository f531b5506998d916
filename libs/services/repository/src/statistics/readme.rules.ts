const MARKUP = [
  ...['md', 'markdown', 'mkd', 'mkdn', 'rmd'],
  ...['adoc', 'ad', 'asciidoc'],
  ...['rst', 'rdoc', 'org', 'textile', 'creole', 'wiki', 'mediawiki'],
];
const README = new RegExp(`^(readme|index)(?:\\.(${MARKUP.join('|')}|txt))?$`, 'i');

/**
 * Returns the name that is the README's among those of a folder's files; undefined where none is. A README goes before an index, and one with
 * markup before plain text; of equals, the first one.
 */
export function readmeAmong(names: readonly string[]): string | undefined {
  const ranked = names.flatMap((name) => {
    const rank = rankOf(name);
    return rank === undefined ? [] : { name, rank };
  });
  return ranked.sort((a, b) => a.rank - b.rank)[0]?.name;
}

function rankOf(name: string): number | undefined {
  const [, kind, extension = 'txt'] = README.exec(name) ?? [];
  if (kind === undefined) return undefined;
  return (kind.toLowerCase() === 'readme' ? 0 : 2) + (extension.toLowerCase() === 'txt' ? 1 : 0);
}

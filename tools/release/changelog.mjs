/**
 * Returns the section of a version in CHANGELOG.md, without its heading.
 * @param {string} text the page
 * @param {string} version such as `0.1.0`
 * @throws an Error when the page has none, or an empty one
 */
export function changesOf(text, version) {
  const section = text.split(/^## /m).find((each) => each.startsWith(`${version} `) || each.startsWith(`${version}\n`));
  const changes = section?.slice(section.indexOf('\n')).trim();
  if (!changes)
    throw new Error(`CHANGELOG.md has no section "## ${version}": write what changed, in the words of users`);
  return `${changes}\n`;
}

const KEBAB = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** @throws a sentence for the user when `name` is not kebab-case */
export function requireKebab(name, what) {
  if (!KEBAB.test(name ?? '')) throw new Error(`${what} is kebab-case, such as merge-requests: ${name ?? '(missing)'}`);
  return name;
}

const words = (name) => name.split(/[-_]/).filter(Boolean);

/** merge_requests → MergeRequests */
export const pascal = (name) =>
  words(name)
    .map((word) => word[0].toUpperCase() + word.slice(1))
    .join('');

/** merge_requests → mergeRequests */
export const camel = (name) => pascal(name).replace(/^./, (letter) => letter.toLowerCase());

/** merge_requests → merge-requests */
export const kebab = (name) => words(name).join('-');

/** merge-requests → merge_requests */
export const snake = (name) => words(name).join('_');

/** merge-requests → merge requests */
export const spaced = (name) => words(name).join(' ');

/** merge-requests → merge-request, branches → branch, repositories → repository, statuses → status */
export function singular(name) {
  if (/ies$/.test(name)) return name.replace(/ies$/, 'y');
  if (/(ch|sh|x|us|ss)es$/.test(name)) return name.slice(0, -2);
  return /[^su]s$/.test(name) ? name.slice(0, -1) : name;
}

export const isPlural = (name) => singular(name) !== name;

/** Delete → Deletes, Publish → Publishes, Deny → Denies */
export function thirdPerson(verb) {
  if (/[^aeiou]y$/.test(verb)) return verb.replace(/y$/, 'ies');
  return /(ch|sh|s|x|z)$/.test(verb) ? `${verb}es` : `${verb}s`;
}

/**
 * A group or project at both ends.
 * @typedef {{ kind: 'Group' | 'Project', from: number, to: number | undefined, path: string, url: string }} Place
 *   `from` and `to` are ids at the source and here, `path` and `url` those of the source
 */

const VISIBILITIES = ['private', 'internal', 'public'];

/** The path here of a group or project. @param {{ root: string, into?: string }} given `root`: the path of the one that was named; `into`: the group here */
export function pathHere(path, { root, into }) {
  const parent = root.slice(0, root.lastIndexOf('/') + 1);
  return [...(into ? [into] : []), path.slice(parent.length)].join('/');
}

/** The visibility of what is in a group: never more than the group's. */
export function visibilityWithin(wanted, group) {
  if (!group) return wanted;
  return VISIBILITIES[Math.min(VISIBILITIES.indexOf(wanted), VISIBILITIES.indexOf(group))];
}

/** The path of the group that a path is in; undefined for one that is in none. */
export function parentOf(path) {
  const end = path.lastIndexOf('/');
  return end < 0 ? undefined : path.slice(0, end);
}

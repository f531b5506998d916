/**
 * Endpoints declare the pages of a project below it: `/-/project/:id/issues/:iid` is shown as `/group/app/-/issues/3`; those of a group likewise:
 * `/-/group/:id/edit` is shown as `/groups/group/-/edit`.
 */
const PREFIX = '/-/project/';
const GROUP_PREFIX = '/-/group/';
/** A group in twenty others, and the project. */
const MOST_NAMES = 22;
const NAMES = String.raw`[\w.][\w.-]*(?:/[\w.][\w.-]*)+`;
const OF_GROUPS = /^\/groups\/([\w.][\w.-]*(?:\/[\w.][\w.-]*)*)\/-\/(.+)$/;
const OF_TODAY = new RegExp(`^/(${NAMES})/-/(.+)$`);
/** Forms from before `/-/`, as the API's `web_url` has them. */
const OF_OLD = new RegExp(
  [
    `^/(${NAMES.replace(/\+$/, '+?')})/(`,
    String.raw`(?:tree|blob|blame|raw|commits|compare)/.+|commit/[0-9a-f]{7,64}|`,
    String.raw`(?:issues|merge_requests|pipelines|snippets|milestones)/\d+(?:/.*)?)$`,
  ].join(''),
);
const INTERNAL = new RegExp(String.raw`^/-/(project|group)/((?:[\w.]|%2F)(?:[\w.-]|%2F)*)/(.+)$`, 'i');

/**
 * Returns the target by which the page of a project or a group is routed; every other target stays as it is.
 * @param target of a request: path and query
 */
export function projectPageTarget(target: string): string {
  const [path = ''] = target.split('?', 1);
  if (path.startsWith('/-/') || path.startsWith('/api/')) return target;
  const ofGroup = OF_GROUPS.exec(path);
  const [, names, rest] = ofGroup ?? OF_TODAY.exec(path) ?? OF_OLD.exec(path) ?? [];
  if (names === undefined || names.split('/').length > MOST_NAMES) return target;
  return `${ofGroup ? GROUP_PREFIX : PREFIX}${encodeURIComponent(names)}/${rest}${target.slice(path.length)}`;
}

/** Returns the address that users know for the target of a page: the reverse of `projectPageTarget`. */
export function pageAddressOf(target: string): string {
  const [path = ''] = target.split('?', 1);
  const [, kind, parent, rest] = INTERNAL.exec(path) ?? [];
  // Ids stay: only the path of a project has a slash, and that of a group a character besides digits.
  if (parent === undefined || !(kind === 'group' ? /\D/ : /%2F/i).test(parent)) return target;
  const names = `${kind === 'group' ? 'groups/' : ''}${decodeURIComponent(parent)}`;
  return `/${names}/-/${rest!.replaceAll(/%2F/gi, '/')}${target.slice(path.length)}`;
}

/** Returns the page where a browser signs in, and from which it comes back. @param target of the page that it asked for */
export function signInAddress(target: string): string {
  return `/users/sign_in?${new URLSearchParams({ return_to: pageAddressOf(target) })}`;
}

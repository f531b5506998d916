/** Kinds of links. Clients show them in groups. */
export const LINK_TYPES = ['other', 'runbook', 'image', 'package'] as const;

/** Most links of a release: its record holds them all. */
export const MOST_LINKS = 100;

const LONGEST_NAME = 255;
const LONGEST_URL = 2_048;
const LONGEST_FILEPATH = 128;
const FILEPATH = /^\/[^/](?!.*\/\/)[-.\w/]+[\da-zA-Z]$/;
/** A page or a client may follow the address: no scheme that a browser would execute. */
const SCHEMES = new Set(['http:', 'https:', 'ftp:']);

export interface LinkSettings {
  readonly name: string;
  readonly url: string;
  /** Path below the release's downloads, with a leading slash; null without one. */
  readonly filepath: string | null;
  readonly linkType: (typeof LINK_TYPES)[number];
}

/** A link of a release to something to download or to read. */
export interface ReleaseLink extends LinkSettings {
  readonly id: number;
}

export interface LinkFailure {
  readonly field: 'name' | 'url' | 'filepath' | 'base';
  readonly reason: string;
}

/**
 * Returns why a link cannot be stored, or null.
 * @param others the other links of the release
 */
export function linkFailure(link: LinkSettings, others: readonly LinkSettings[]): LinkFailure | null {
  const { name, url, filepath } = link;
  if (others.length >= MOST_LINKS) return { field: 'base', reason: `has ${MOST_LINKS} links at most` };
  if (name.trim() === '') return { field: 'name', reason: "can't be blank" };
  if (name.length > LONGEST_NAME) return { field: 'name', reason: tooLong(LONGEST_NAME) };
  if (url.length > LONGEST_URL) return { field: 'url', reason: tooLong(LONGEST_URL) };
  if (!URL.canParse(url) || !SCHEMES.has(new URL(url).protocol))
    return { field: 'url', reason: 'is blocked: Only allowed schemes are http, https, ftp' };
  if (filepath !== null && filepath.length > LONGEST_FILEPATH)
    return { field: 'filepath', reason: tooLong(LONGEST_FILEPATH) };
  if (filepath !== null && !FILEPATH.test(filepath)) return { field: 'filepath', reason: 'is in an invalid format' };
  return repeated(link, others);
}

/** Returns the failure of the first link that cannot be stored beside those before it, or null. */
export function linksFailure(links: readonly LinkSettings[]): LinkFailure | null {
  for (const [index, link] of links.entries()) {
    const failure = linkFailure(link, links.slice(0, index));
    if (failure !== null) return failure;
  }
  return null;
}

function repeated(link: LinkSettings, others: readonly LinkSettings[]): LinkFailure | null {
  const field = (['url', 'name', 'filepath'] as const).find(
    (each) => link[each] !== null && others.some((other) => other[each] === link[each]),
  );
  return field === undefined ? null : { field, reason: 'has already been taken' };
}

function tooLong(most: number): string {
  return `is too long (maximum is ${most} characters)`;
}

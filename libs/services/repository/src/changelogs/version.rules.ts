import { RE2JS } from 're2js';
import { ChangelogFailed } from '../refusals.js';
import { DEFAULT_CONFIG } from './changelog-config.rules.js';

/** A semantic version, anywhere in a text. */
export const VERSION =
  /(?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8})(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?/;

const PARTS = /^(\d+)\.(\d+)\.(\d+)(?:-([^+]*))?/;

/** Compares versions that match {@link VERSION}: build metadata does not count, and a pre-release comes before its release. */
export function compareVersions(one: string, other: string): number {
  const [[, ...a], [, ...b]] = [PARTS.exec(one)!, PARTS.exec(other)!];
  for (const index of [0, 1, 2]) if (Number(a[index]) !== Number(b[index])) return Number(a[index]) - Number(b[index]);
  if (a[3] === undefined || b[3] === undefined) return Number(a[3] === undefined) - Number(b[3] === undefined);
  return a[3].localeCompare(b[3], 'en', { numeric: true });
}

/**
 * Returns the tag of the last stable release before a version.
 * @throws ChangelogFailed where there is none, for a version of another format and an invalid expression
 */
export function previousTag<Name extends string>(version: string, tags: readonly Name[], tagRegex: string): Name {
  const requested = releaseOf(expression(DEFAULT_CONFIG.tagRegex), version);
  if (requested === undefined)
    throw ChangelogFailed({
      reason: 'The requested `version` attribute format is not correct. Use formats such as `1.0.0` or `v1.0.0`.',
    });
  const regex = expression(tagRegex);
  const found = tags
    .flatMap((name) => {
      const release = releaseOf(regex, name, true);
      return release !== undefined && compareVersions(release, requested) < 0 ? [{ name, release }] : [];
    })
    .sort((a, b) => compareVersions(b.release, a.release));
  if (found.length === 0)
    throw ChangelogFailed({
      reason: 'The commit start range is unspecified, and no previous tag could be found to use instead',
    });
  return found[0]!.name;
}

/** @throws ChangelogFailed */
function expression(text: string): RE2JS {
  try {
    return RE2JS.compile(text);
  } catch {
    throw ChangelogFailed({
      reason: 'The regular expression to use for finding the previous tag for a version is invalid',
    });
  }
}

/** @returns undefined where the text is no version, or one before a release and only `stable` ones are wanted */
function releaseOf(regex: RE2JS, text: string, stable = false): string | undefined {
  const matcher = regex.matcher(text);
  if (!matcher.find()) return undefined;
  const groups = regex.namedGroups();
  const group = (name: string) => (name in groups ? matcher.group(name) : null);
  const release = [group('major'), group('minor'), group('patch')];
  if (release.some((part) => part === null || !/^\d+$/.test(part)) || (stable && group('pre'))) return undefined;
  return release.join('.');
}

import { titleOf } from '@hearth/repository-contracts';
import type { TrailerCommit } from '../git/history/trailers.js';
import { formatDate } from './date-format.rules.js';
import type { ChangelogConfig } from './changelog-config.rules.js';
import { VERSION, compareVersions } from './version.rules.js';

/** Commit in a changelog. */
export interface ChangelogEntry {
  /** Value of its trailer. */
  readonly category: string;
  readonly title: string;
  readonly commitId: string;
  /** Number of the merge request that brought it. */
  readonly mergeRequestIid: number | undefined;
}

const REVERTS = /^This reverts commit ([0-9a-f]{40})/im;

/**
 * Returns the entries of commits with a trailer, without those that a newer one of them reverts.
 * @param commits no parent before its children
 */
export function entriesOf(
  commits: readonly TrailerCommit[],
  mergeRequests: ReadonlyMap<string, number>,
): ChangelogEntry[] {
  const reverted = new Set<string>();
  return commits.flatMap(({ id, message, trailer }) => {
    if (reverted.has(id)) return [];
    const [, undone] = REVERTS.exec(message) ?? [];
    if (undone !== undefined) reverted.add(undone.toLowerCase());
    if (trailer === undefined) return [];
    return [{ category: trailer, title: titleOf(message), commitId: id, mergeRequestIid: mergeRequests.get(id) }];
  });
}

/** The section of a release, with its title and an empty line at the end. @param fullPath of the project */
export function sectionOf(
  { version, date }: { version: string; date: Date },
  entries: readonly ChangelogEntry[],
  { categories, dateFormat }: ChangelogConfig,
  fullPath: string,
): string {
  const titles = new Map([...categories.values()].map((title): [string, string[]] => [title, []]));
  for (const { category, title, commitId, mergeRequestIid } of entries) {
    const heading = categories.get(category) ?? category;
    const link = mergeRequestIid === undefined ? '' : ` ([merge request](${fullPath}!${mergeRequestIid}))`;
    const lines = titles.get(heading) ?? [];
    titles.set(heading, [...lines, `- [${title}](${fullPath}@${commitId})${link}`]);
  }
  const parts = [...titles]
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => {
      const changes = lines.length === 1 ? '1 change' : `${lines.length} changes`;
      return `### ${title} (${changes})\n\n${lines.join('\n')}`;
    });
  const text = parts.length > 0 ? parts.join('\n\n') : 'No changes.';
  return `## ${version} (${formatDate(date, dateFormat)})\n\n${text}\n\n`;
}

/** Returns whether a changelog has a section of the version. */
export function hasSection(changelog: string, version: string): boolean {
  return changelog.split('\n').some((line) => {
    const rest = line.startsWith('##') ? line.slice(2).trimStart() : '';
    return rest.startsWith(version) && !/^[\w.+-]/.test(rest.slice(version.length));
  });
}

/** Inserts a section before that of the next lower version, or at the end. Sections are found by the versions in their titles. */
export function withSection(changelog: string, section: string, version: string): string {
  const [release] = VERSION.exec(version)!;
  const lines = changelog.split(/(?<=\n)/);
  const titles = lines.flatMap((line, at) => {
    const [found] = (/^##\s/.test(line) && VERSION.exec(line)) || [];
    return found === undefined ? [] : [{ found, at }];
  });
  const [next] = titles
    .filter(({ found }) => compareVersions(found, release) < 0)
    .sort((a, b) => compareVersions(b.found, a.found));
  if (next) return lines.toSpliced(next.at, 0, section).join('');
  return `${changelog}${titles.length > 0 ? '\n' : ''}${section.trimEnd()}\n`;
}

import type { ConfiguredRelease } from '../configuration/entries/release.rules.js';

/**
 * Returns the command with which runners create the release of a job: release-cli, in the form of the reference. The shell of the job expands
 * variables in the values, so they are quoted as they are; links are JSON.
 */
export function releaseCommand(release: ConfiguredRelease): string {
  const { name, description, tagName, tagMessage, ref, releasedAt, milestones = [], links = [] } = release;
  const flags: readonly (readonly [string, string | undefined])[] = [
    ['name', name],
    ['description', description],
    ['tag-name', tagName],
    ['tag-message', tagMessage],
    ['ref', ref],
    ['released-at', releasedAt],
    ...milestones.map((milestone) => ['milestone', milestone] as const),
  ];
  const texts = flags.flatMap(([flag, value]) => (value === undefined ? [] : [`--${flag} "${value}"`]));
  const json = links.map((link) => `--assets-link ${JSON.stringify(JSON.stringify(link))}`);
  return ['release-cli create', ...texts, ...json].join(' ');
}

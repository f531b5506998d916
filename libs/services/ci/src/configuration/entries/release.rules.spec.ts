import { readConfiguration } from '../configuration.rules.js';

const release = (given: string) => {
  const read = readConfiguration(`a: {script: a, release: ${given}}`);
  return read.error ?? (read as Extract<typeof read, { error: null }>).configuration.jobs[0]!.options.release;
};

describe('release', () => {
  it.each<[string, object]>([
    ['{tag_name: v1, description: D}', { tagName: 'v1', description: 'D' }],
    [
      '{tag_name: v1, description: D, name: N, tag_message: M, ref: $CI_COMMIT_SHA, released_at: "2024-02-29T08:00:00.5+01:00", milestones: m}',
      {
        ...{ tagName: 'v1', description: 'D', name: 'N', tagMessage: 'M', ref: '$CI_COMMIT_SHA' },
        ...{ releasedAt: '2024-02-29T08:00:00.5+01:00', milestones: ['m'] },
      },
    ],
    [
      '{tag_name: v1, description: D, assets: {links: [{name: a, url: "https://h", filepath: /a, link_type: package}]}}',
      {
        ...{ tagName: 'v1', description: 'D' },
        links: [{ name: 'a', url: 'https://h', filepath: '/a', link_type: 'package' }],
      },
    ],
  ])('%s', (given, expected) => expect(release(given)).toEqual(expected));

  it.each([
    ['x', 'jobs:a:release config should be a hash'],
    ['{tag_name: v1}', "jobs:a:release description can't be blank"],
    ['{description: D}', "jobs:a:release tag name can't be blank"],
    ['{tag_name: v1, description: D, x: 1}', 'jobs:a:release config contains unknown keys: x'],
    ['{tag_name: 1, description: D}', 'jobs:a:release tag name should be a string'],
    ['{tag_name: v1, description: D, released_at: soon}', 'jobs:a:release released at must be a valid datetime'],
    ...[
      '2026-02-30T08:00:00Z',
      '2026-13-01T08:00:00Z',
      '2026-01-01T24:00:00Z',
      '2026-01-01T08:00:00',
      '2026-01-01',
    ].map((time): [string, string] => [
      `{tag_name: v1, description: D, released_at: "${time}"}`,
      'jobs:a:release released at must be a valid datetime',
    ]),
    [
      '{tag_name: v1, description: D, milestones: {}}',
      'jobs:a:release milestones should be an array of strings or a string',
    ],
    [
      `{tag_name: v1, description: D, milestones: [${'m, '.repeat(11)}]}`,
      'jobs:a:release milestones has too many entries (maximum is 10)',
    ],
    [
      '{tag_name: v1, description: D, assets: {links: {}}}',
      'jobs:a:release:assets:links config should be an array of hashes',
    ],
    [
      '{tag_name: v1, description: D, assets: {links: [{name: a}]}}',
      "jobs:a:release:assets:links:link url can't be blank",
    ],
    [
      '{tag_name: v1, description: D, assets: {links: [{name: a, url: b, link_type: x}]}}',
      'jobs:a:release:assets:links:link link type must be one of other, runbook, image, package',
    ],
  ])('%s: %s', (given, error) => expect(release(given)).toBe(error));
});

import { releaseCommand } from './release-step.rules.js';

describe('command of a release', () => {
  it.each([
    [
      { tagName: '$CI_COMMIT_TAG', description: 'D' },
      'release-cli create --description "D" --tag-name "$CI_COMMIT_TAG"',
    ],
    [
      {
        ...{ name: 'N', tagName: 'v1', description: 'D', tagMessage: 'M', ref: 'main' },
        ...{
          releasedAt: '2026-01-01T08:00:00Z',
          milestones: ['m1', 'm2'],
          links: [{ name: 'a', url: 'https://h/$V' }],
        },
      },
      'release-cli create --name "N" --description "D" --tag-name "v1" --tag-message "M" --ref "main"' +
        ' --released-at "2026-01-01T08:00:00Z" --milestone "m1" --milestone "m2"' +
        ' --assets-link "{\\"name\\":\\"a\\",\\"url\\":\\"https://h/$V\\"}"',
    ],
  ])('%j', (release, command) => expect(releaseCommand(release)).toBe(command));
});

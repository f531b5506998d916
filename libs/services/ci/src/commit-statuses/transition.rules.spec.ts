import type { PipelineStatus } from '@hearth/ci-contracts';
import { POSTED_STATES, impossibleEvent, targetUrlFailures } from './transition.rules.js';

describe('impossibleEvent', () => {
  it.each<[PipelineStatus, ...(string | undefined)[]]>([
    ['created', undefined, undefined, undefined, undefined, undefined],
    ['pending', 'enqueue', undefined, undefined, undefined, undefined],
    ['running', 'enqueue', 'run', undefined, undefined, undefined],
  ])('from %s to pending, running, success, failed, canceled: %s %s %s %s %s', (from, ...expected) => {
    expect(POSTED_STATES.map((posted) => impossibleEvent(from, posted))).toEqual(expected);
  });
});

describe('targetUrlFailures', () => {
  const long = `https://ci.example.com/${'é'.repeat(232)}`;

  it.each<[string, string[]]>([
    ['https://ci.example.com/builds/1?x=1#log', []],
    ['http://localhost:8080', []],
    [long, []],
    [`${long}é`, ['is too long (maximum is 255 characters)']],
    ['x'.repeat(256), ['must be a valid URL', 'is too long (maximum is 255 characters)']],
    ...['javascript:alert(1)', 'git status', 'https://', 'http:///x', 'ftp://example.com', '/builds/1', 'https:x'].map(
      (url): [string, string[]] => [url, ['must be a valid URL']],
    ),
  ])('of %s: %j', (url, failures) => {
    expect(targetUrlFailures(url)).toEqual(failures);
  });
});

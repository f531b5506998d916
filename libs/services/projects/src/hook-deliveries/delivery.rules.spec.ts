import {
  alertStatusOf,
  headersOf,
  isWanted,
  outcomeOf,
  redacted,
  signatureOf,
  triggerOfPush,
} from './delivery.rules.js';

describe('isWanted', () => {
  it.each([
    ['main', '', true],
    ['main', 'main', true],
    ['main2', 'main', false],
    ['release/1.0', 'release/*', true],
    ['pre/release/1', 'release/*', false],
    ['a-b-c', 'a*b*c', true],
    ['abc', 'a*bc*c', false],
    ['aa', 'aa*a', false],
    ['x', '*', true],
  ])('of the branch %s with the filter %j: %s', (branch, branchFilter, isCalled) => {
    expect(isWanted(`refs/heads/${branch}`, { branchFilter, branchFilterStrategy: 'wildcard' })).toBe(isCalled);
    expect(isWanted(`refs/heads/${branch}`, { branchFilter, branchFilterStrategy: 'all_branches' })).toBe(true);
    expect(isWanted(`refs/tags/${branch}`, { branchFilter, branchFilterStrategy: 'wildcard' })).toBe(true);
  });
});

describe('triggerOfPush', () => {
  it.each([
    ['refs/heads/x', 'push_events'],
    ['refs/tags/x', 'tag_push_events'],
    ['refs/merge-requests/1/head', undefined],
  ])('of %s is %s', (ref, trigger) => {
    expect(triggerOfPush(ref)).toBe(trigger);
  });
});

describe('outcomeOf', () => {
  const answer = (status: number | null, seconds = 0.1) => ({ status, seconds });
  it.each([
    ['success', answer(204), 3, 10, { state: 'delivered', waitSeconds: 0, failures: 0, slow: false }],
    ['a slow success', answer(200, 3), 0, 10, { state: 'delivered', waitSeconds: 0, failures: 0, slow: true }],
    ['no answer', answer(null), 0, 10, { state: 'waiting', waitSeconds: 10, failures: 1, slow: true }],
    ['an error of the server', answer(503), 2, 10, { state: 'waiting', waitSeconds: 40, failures: 3, slow: false }],
    ['too many requests', answer(429), 30, 10, { state: 'waiting', waitSeconds: 3600, failures: 31, slow: false }],
    ['an error of the client', answer(404), 0, 10, { state: 'failed', waitSeconds: 0, failures: 1, slow: false }],
    ['a redirect', answer(302), 0, 10, { state: 'failed', waitSeconds: 0, failures: 1, slow: false }],
    ['no answer for a day', answer(null), 9, 86_000, { state: 'failed', waitSeconds: 0, failures: 10, slow: true }],
  ])('%s', (_, given, failures, age, outcome) => {
    expect(outcomeOf(given, { failures }, age)).toEqual(outcome);
  });
});

describe('alertStatusOf', () => {
  it('follows the failures in succession', () => {
    const statuses = [0, 3, 4, 39, 40].map(alertStatusOf);
    const paused = 'temporarily_disabled';
    expect(statuses).toEqual(['executable', 'executable', paused, paused, 'disabled']);
  });
});

describe('headersOf', () => {
  const delivery = { trigger: 'push_events', uuid: 'u', eventUuid: 'e' } as const;
  const hook = { uuid: 'h', isSystem: false };

  it('have secrets only where there are any, and records have none', () => {
    const plain = headersOf(delivery, { ...hook, token: null, url: 'https://example.com' }, null);
    expect(Object.keys(plain)).not.toContain('X-Gitlab-Token');
    expect(Object.keys(plain)).not.toContain('Authorization');
    const secret = headersOf(delivery, { ...hook, token: 't', url: 'https://a:b%40@example.com' }, 'https://hearth');
    expect(secret).toMatchObject({
      'X-Gitlab-Token': 't',
      Authorization: 'Basic YTpiQA==',
      'X-Gitlab-Event': 'Push Hook',
    });
    expect(redacted(secret)).toMatchObject({ 'X-Gitlab-Token': '[REDACTED]', Authorization: '[REDACTED]' });
    expect(redacted(plain)).toEqual(plain);
  });
});

describe('signatureOf', () => {
  // Computed with another implementation of HMAC-SHA256.
  it('signs the id, the time in seconds and the body', () => {
    const id = 'b6b2a4b0-0000-4000-8000-000000000001';
    const sentAt = new Date('2018-03-01T10:00:00.900Z');
    expect(
      signatureOf({ id, sentAt, body: '{"object_kind":"push"}' }, 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY='),
    ).toEqual({
      'webhook-id': id,
      'webhook-timestamp': '1519898400',
      'webhook-signature': 'v1,ng95CvU68OxNVN9OVch11wRGZVce+YlxXnVkN66J4Dg=',
    });
  });
});

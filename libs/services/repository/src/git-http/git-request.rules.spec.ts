import { FETCHES, parseGitRequest } from './git-request.rules.js';

describe('parseGitRequest', () => {
  it.each([
    [
      'GET',
      '/group/app.git/info/refs?service=git-upload-pack',
      { kind: 'advertise', service: 'git-upload-pack', project: 'group/app' },
    ],
    [
      'GET',
      '/a/b/c/app.git/info/refs?service=git-receive-pack',
      { kind: 'advertise', service: 'git-receive-pack', project: 'a/b/c/app' },
    ],
    [
      'GET',
      '/group%2Fsub/my%2Eapp.git/info/refs?service=git-upload-pack',
      { kind: 'advertise', service: 'git-upload-pack', project: 'group/sub/my.app' },
    ],
    ['POST', '/group/app.git/git-upload-pack', { kind: 'transfer', service: 'git-upload-pack', project: 'group/app' }],
    ['POST', '/group/app/git-receive-pack', { kind: 'transfer', service: 'git-receive-pack', project: 'group/app' }],
    ['POST', '/%ff.git/git-upload-pack', { kind: 'transfer', service: 'git-upload-pack', project: '%ff' }],
    [
      'GET',
      '/group/app/info/refs?service=git-upload-pack&x=1%2F2',
      { kind: 'redirect', to: '/group/app.git/info/refs?service=git-upload-pack&x=1%2F2' },
    ],
    ['GET', '/group/app.git/info/refs', { kind: 'dumb' }],
    ['GET', '/group/app/info/refs?service=git-upload-archive', { kind: 'dumb' }],
    ['GET', '/group/app.git/info/refs?service=', { kind: 'dumb' }],
    ['POST', '/group/app.git/info/refs?service=git-upload-pack', { kind: 'unknown' }],
    ['GET', '/group/app.git/git-upload-pack', { kind: 'unknown' }],
    ['GET', '/group/app.git/HEAD', { kind: 'unknown' }],
    ['GET', '/info/refs', { kind: 'unknown' }],
  ])('%s %s', (method, url, expected) => {
    expect(parseGitRequest(method, url)).toEqual(expected);
  });

  it.each([
    ['/group/app.git/info/refs?service=git-upload-pack', true],
    ['/group/app/info/refs?x=1&service=git-upload-pack&y', true],
    ['/group/app.git/git-upload-pack', true],
    ['/group/app.git/info/refs?service=git-receive-pack', false],
    ['/group/app.git/info/refs?service=git-upload-packs', false],
    ['/group/app.git/git-receive-pack', false],
    ['/group/app.git/git-receive-pack?service=git-upload-pack', false],
  ])('knows whether %s is part of a fetch: %s', (url, isFetch) => {
    expect(FETCHES.test(url)).toBe(isFetch);
  });

  it('reads a long path without trying its parts again and again', () => {
    expect(parseGitRequest('GET', `/${'a.git/'.repeat(20_000)}x`)).toEqual({ kind: 'unknown' });
  });
});

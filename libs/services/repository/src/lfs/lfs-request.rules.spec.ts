import { parseLfsRequest } from './lfs-request.rules.js';

const OID = 'a'.repeat(64);

describe('a request of git LFS', () => {
  it.each([
    ['POST', '/g/s/p.git/info/lfs/objects/batch', { kind: 'batch', project: 'g/s/p' }],
    ['POST', '/g/p.git/gitlab-lfs/objects/verify', { kind: 'verify', project: 'g/p' }],
    ['GET', '/g/p.git/info/lfs/locks?path=a', { kind: 'locks', project: 'g/p' }],
    ['POST', '/g/p.git/info/lfs/locks', { kind: 'lock', project: 'g/p' }],
    ['POST', '/g/p.git/info/lfs/locks/verify', { kind: 'verify-locks', project: 'g/p' }],
    ['POST', '/g/p.git/info/lfs/locks/7/unlock', { kind: 'unlock', project: 'g/p', id: 7 }],
    ['PUT', `/g/p.git/gitlab-lfs/objects/${OID}/12`, { kind: 'upload', project: 'g/p', oid: OID, size: 12 }],
    ['GET', `/g/p.git/gitlab-lfs/objects/${OID}?x=1`, { kind: 'download', project: 'g/p', oid: OID }],
    ['GET', `/g/%70.git/gitlab-lfs/objects/${OID}`, { kind: 'download', project: 'g/p', oid: OID }],
  ])('is read: %s %s', (method, url, expected) => {
    expect(parseLfsRequest(method, url)).toEqual(expected);
  });

  it.each([
    ['GET', '/g/p.git/info/lfs/objects/batch'],
    ['POST', '/g/p/info/lfs/objects/batch'],
    ['GET', '/g/p.git/info/lfs/locks/verify'],
    ['POST', '/g/p.git/info/lfs/locks/x/unlock'],
    ['PUT', '/g/p.git/info/lfs/locks'],
    ['PUT', `/g/p.git/gitlab-lfs/objects/${OID}`],
    ['GET', `/g/p.git/gitlab-lfs/objects/${OID}/12`],
    ['GET', `/g/p.git/gitlab-lfs/objects/${OID.toUpperCase()}`],
    ['POST', '/g/p.git/git-upload-pack'],
  ])('is not %s %s', (method, url) => {
    expect(parseLfsRequest(method, url)).toBeNull();
  });
});

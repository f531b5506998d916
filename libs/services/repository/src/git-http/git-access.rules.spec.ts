import {
  AccessLevel,
  type FeatureAccessLevel,
  type Principal,
  type ProjectAccess,
  type ProjectId,
  type Scope,
} from '@hearth/contract-kit';
import type { Visibility } from '@hearth/contract-kit';
import {
  NO_DOWNLOAD,
  NO_PUSH,
  NO_SCOPE,
  PROJECT_HIDDEN,
  SIGN_IN,
  refusalOfAccess,
  refusalOfCaller,
} from './git-access.rules.js';
import { SAMPLE_CARD, user as samplePrincipal } from '@hearth/contract-kit/testing';

const FETCH = 'git-upload-pack';
const PUSH = 'git-receive-pack';
const { none, guest, reporter, developer, master } = AccessLevel;

const user = (...scopes: Scope[]): Principal =>
  samplePrincipal(7, { credential: { kind: 'personal', tokenId: 1, scopes } });
const access = (visibility: Visibility, level: AccessLevel, archived = false): ProjectAccess => ({
  project: { ...SAMPLE_CARD, id: 3 as ProjectId, fullPath: 'a/b', visibility, archived },
  level,
});
const withRepository = (repository: FeatureAccessLevel, level: AccessLevel): ProjectAccess => {
  const { project } = access('public', level);
  return { project: { ...project, features: { ...project.features, repository } }, level };
};

describe('refusalOfCaller', () => {
  it.each([
    [FETCH, null, null],
    [PUSH, null, SIGN_IN],
    [FETCH, user('api'), null],
    [PUSH, user('api'), null],
    [FETCH, user('read_repository'), null],
    [PUSH, user('read_repository'), NO_SCOPE],
    [FETCH, user('write_repository'), null],
    [PUSH, user('write_repository'), null],
    [FETCH, user('read_user', 'sudo'), NO_SCOPE],
    [PUSH, user('read_user', 'sudo'), NO_SCOPE],
  ] as const)('%s by %j', (service, principal, expected) => {
    expect(refusalOfCaller(service, principal)).toBe(expected);
  });
});

describe('refusalOfAccess', () => {
  const signedIn = user('api');

  it.each([
    ['an anonymous fetch of a hidden project', FETCH, null, null, SIGN_IN],
    ['a user fetches a hidden project', FETCH, signedIn, null, PROJECT_HIDDEN],
    ['a user pushes to a hidden project', PUSH, signedIn, null, PROJECT_HIDDEN],
    ['an anonymous fetch of a public project', FETCH, null, access('public', none), null],
    ['a visitor fetches an internal project', FETCH, signedIn, access('internal', none), null],
    ['a visitor pushes to a public project', PUSH, signedIn, access('public', none), NO_PUSH],
    ['a guest fetches a private project', FETCH, signedIn, access('private', guest), NO_DOWNLOAD],
    ['a guest fetches a public project', FETCH, signedIn, access('public', guest), null],
    ['a reporter fetches', FETCH, signedIn, access('private', reporter), null],
    ['a reporter pushes', PUSH, signedIn, access('private', reporter), NO_PUSH],
    ['a developer pushes', PUSH, signedIn, access('private', developer), null],
    ['a master pushes to an archived project', PUSH, signedIn, access('private', master, true), NO_PUSH],
    ['a master fetches an archived project', FETCH, signedIn, access('private', master, true), null],
    ['an anonymous fetch from a repository for members', FETCH, null, withRepository('private', none), SIGN_IN],
    ['a visitor fetches from members only', FETCH, signedIn, withRepository('private', none), NO_DOWNLOAD],
    ['a guest fetches from members only', FETCH, signedIn, withRepository('private', guest), null],
    ['a master fetches without a repository', FETCH, signedIn, withRepository('disabled', master), NO_DOWNLOAD],
    ['a master pushes without a repository', PUSH, signedIn, withRepository('disabled', master), NO_PUSH],
  ] as const)('%s', (_, service, principal, found, expected) => {
    expect(refusalOfAccess(service, principal, found)).toBe(expected);
  });
});

describe('the token of a job', () => {
  const job = (projectId: number): Principal => ({
    ...user(),
    credential: { kind: 'job', tokenId: null, scopes: ['read_repository'], projectId },
  });

  it('fetches, and pushes nothing', () => {
    expect(refusalOfCaller(FETCH, job(3))).toBeNull();
    expect(refusalOfCaller(PUSH, job(3))).toBe(NO_SCOPE);
    expect(refusalOfAccess(FETCH, job(3), access('private', reporter))).toBeNull();
  });
});

import {
  AccessLevel,
  type Principal,
  type ProjectAccess,
  type ProjectFeatures,
  type Visibility,
} from '@hearth/contract-kit';
import { defineAbilities, isAllowed, isUsable, hasAbility, mayHaveAbility } from './abilities.js';

const user = { admin: false, external: false } as Principal;
const external = { ...user, external: true } as Principal;
const admin = { ...user, admin: true } as Principal;

const FEATURES: ProjectFeatures = {
  issues: 'enabled',
  mergeRequests: 'enabled',
  snippets: 'enabled',
  builds: 'enabled',
  repository: 'enabled',
  wiki: 'enabled',
};

function on(
  visibility: Visibility,
  level: ProjectAccess['level'] = AccessLevel.none,
  { archived = false, ...features }: { archived?: boolean } & Partial<ProjectFeatures> = {},
): ProjectAccess {
  const project = { visibility, archived, features: { ...FEATURES, ...features } };
  return { project: project as ProjectAccess['project'], level };
}

const abilities = defineAbilities({
  download: { name: 'download_code', from: AccessLevel.reporter, visitors: 'everyone', feature: 'repository' },
  star: { name: 'star_project', from: AccessLevel.guest, visitors: 'users' },
  push: { name: 'push_code', from: AccessLevel.developer, whenArchived: false },
  readPipeline: {
    name: 'read_pipeline',
    from: AccessLevel.reporter,
    withPublicJobs: { from: AccessLevel.guest, visitors: 'users' },
    feature: 'builds',
  },
  updateIssue: { name: 'update_issue', from: AccessLevel.reporter, also: ['author', 'assignee'], feature: 'issues' },
});

describe('may', () => {
  it.each([
    ['anonymous on a public project', on('public'), null, true],
    ['anonymous on an internal project', on('internal'), null, false],
    ['a user on an internal project', on('internal'), user, true],
    ['an external user on an internal project', on('internal'), external, false],
    ['a guest of a private project', on('private', AccessLevel.guest), user, false],
    ['a reporter of a private project', on('private', AccessLevel.reporter), user, true],
  ])('lets visitors in by visibility: %s', (_, access, principal, expected) => {
    expect(hasAbility(abilities.download, access, principal)).toBe(expected);
  });

  it.each<[string, ReturnType<typeof on>, Principal | null, withPublicJobs: boolean, without: boolean]>([
    ['anonymous on a public project', on('public'), null, false, false],
    ['a user on a public project', on('public'), user, true, false],
    ['an external user on an internal project', on('internal'), external, false, false],
    ['a guest', on('private', AccessLevel.guest), user, true, false],
    ['a reporter', on('private', AccessLevel.reporter), user, true, true],
    ['an owner without jobs', on('private', AccessLevel.owner, { builds: 'disabled' }), user, false, false],
  ])('lets more in where jobs are public: %s', (_, { project, level }, principal, ...expected) => {
    const has = [true, false].map((publicJobs) =>
      hasAbility(abilities.readPipeline, { project: { ...project, publicJobs }, level }, principal),
    );
    expect(has).toEqual(expected);
  });

  it('tells signed-in visitors from anonymous ones', () => {
    expect(hasAbility(abilities.star, on('public'), null)).toBe(false);
    expect(hasAbility(abilities.star, on('public'), user)).toBe(true);
  });

  it('takes archived projects out of reach where it says so', () => {
    expect(hasAbility(abilities.push, on('private', AccessLevel.owner), user)).toBe(true);
    expect(hasAbility(abilities.push, on('private', AccessLevel.owner, { archived: true }), user)).toBe(false);
  });

  it.each([
    ['an owner, disabled', on('public', AccessLevel.owner, { repository: 'disabled' }), user, false],
    ['an admin, disabled', on('public', AccessLevel.owner, { repository: 'disabled' }), admin, false],
    ['an admin, private', on('public', AccessLevel.owner, { repository: 'private' }), admin, true],
    ['anonymous, private', on('public', AccessLevel.none, { repository: 'private' }), null, false],
    ['a user, private', on('public', AccessLevel.none, { repository: 'private' }), user, false],
    ['a guest of a public project, private', on('public', AccessLevel.guest, { repository: 'private' }), user, true],
    ['a guest of a private project, private', on('private', AccessLevel.guest, { repository: 'private' }), user, false],
    ['a reporter, private', on('private', AccessLevel.reporter, { repository: 'private' }), user, true],
    ['a user, another feature disabled', on('public', AccessLevel.none, { issues: 'disabled' }), user, true],
  ])('goes with its feature: %s', (_, access, principal, expected) => {
    expect(hasAbility(abilities.download, access, principal)).toBe(expected);
  });

  it.each([
    ['an author without a level', on('public'), user, ['author'] as const, true],
    ['an assignee without a level', on('public'), user, ['assignee'] as const, true],
    ['a user who is neither', on('public'), user, [] as const, false],
    ['a user of a relation that it does not name', on('public'), user, ['self'] as const, false],
    ['anonymous', on('public'), null, ['author'] as const, false],
    ['an author, with the feature disabled', on('public', 0, { issues: 'disabled' }), user, ['author'] as const, false],
    ['an author who is no member, private', on('public', 0, { issues: 'private' }), user, ['author'] as const, false],
    ['a reporter who is neither', on('public', AccessLevel.reporter), user, [] as const, true],
  ])('is also of those who are something to the record: %s', (_, access, principal, relations, expected) => {
    const standing = { ...access.project, level: access.level };
    expect(isAllowed(abilities.updateIssue, standing, principal, relations)).toBe(expected);
  });
});

describe('mayHaveAbility', () => {
  it('lets every caller through for whom a record may decide', () => {
    expect(mayHaveAbility(abilities.updateIssue, on('public'), user)).toBe(true);
    expect(mayHaveAbility(abilities.updateIssue, on('public'), null)).toBe(false);
    expect(mayHaveAbility(abilities.updateIssue, on('public', 50, { issues: 'disabled' }), user)).toBe(false);
    expect(mayHaveAbility(abilities.push, on('public'), user)).toBe(false);
  });
});

describe('isUsable', () => {
  it.each(['mergeRequests', 'builds'] as const)('counts %s as off where the repository is', (feature) => {
    const to = (level: AccessLevel, repository: ProjectFeatures['repository']) =>
      isUsable(feature, { features: { ...FEATURES, repository }, level });
    expect(to(AccessLevel.owner, 'disabled')).toBe(false);
    expect([to(AccessLevel.none, 'private'), to(AccessLevel.guest, 'private')]).toEqual([false, true]);
    expect(to(AccessLevel.none, 'enabled')).toBe(true);
  });

  it('leaves issues, snippets and the wiki when the repository is off', () => {
    const features = { ...FEATURES, repository: 'disabled' } as const;
    const left = (['issues', 'snippets', 'wiki'] as const).map((each) => isUsable(each, { features, level: 0 }));
    expect(left).toEqual([true, true, true]);
  });
});

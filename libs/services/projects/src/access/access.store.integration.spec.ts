import { VISIBILITIES, type ProjectId, type UserId, type Visibility } from '@hearth/contract-kit';
import { FindGroupIdQuery, FindProjectIdQuery, ResolveAccessQuery } from '@hearth/projects-contracts';
import { ProjectsApp } from '../testing/projects-app.js';
import { user } from '../testing/people.js';
import { Seed } from '../testing/seed.js';
import type { TestDatabase } from '../testing/test-database.js';

const HIDDEN = null;
const LEVELS = [10, 20, 30, 40, 50];
const ofEachLevel = (first: number) =>
  Object.fromEntries(LEVELS.map((level) => [level, (first + level) as UserId])) as Record<number, UserId>;
/** Ids of users; `seedMembers` says which memberships each of them has. */
const ids = {
  stranger: 100 as UserId,
  namespaceOwner: 101 as UserId,
  direct: ofEachLevel(100),
  inherited: ofEachLevel(200),
  guestInMasterGroup: 300 as UserId,
  masterInGuestGroup: 301 as UserId,
  expired: 302 as UserId,
  expiredGroup: 303 as UserId,
  expiresTomorrow: 304 as UserId,
  siblingOwner: 305 as UserId,
  parentDeveloper: 306 as UserId,
  expiredAboveGuest: 307 as UserId,
};

describe('projects.resolve-access', () => {
  let database: TestDatabase;
  const app = ProjectsApp.inBlock();
  const inGroup = {} as Record<Visibility, ProjectId>;
  const personal = {} as Record<Visibility, ProjectId>;

  beforeAll(async () => {
    database = app.testDatabase;
    const seed = new Seed(database);
    const parent = await seed.group('parent');
    const group = await seed.group('team', 'private', [parent]);
    const sibling = await seed.group('sibling', 'private', [parent]);
    const own = await app.claim(user(ids.namespaceOwner, { username: 'owner' }));
    for (const visibility of VISIBILITIES) {
      inGroup[visibility] = await seed.project(group, `${visibility}-Tool`, visibility);
      personal[visibility] = await seed.project(own, `${visibility}-tool`, visibility);
      await seedMembers(seed, inGroup[visibility], personal[visibility]);
    }
    for (const level of LEVELS) await seed.namespaceMember(group, ids.inherited[level]!, level);
    await seed.namespaceMember(group, ids.guestInMasterGroup, 40);
    await seed.namespaceMember(group, ids.masterInGuestGroup, 10);
    await seed.namespaceMember(group, ids.expiredGroup, 50, 0);
    await seed.namespaceMember(group, ids.expiredAboveGuest, 10);
    await seed.namespaceMember(sibling, ids.siblingOwner, 50);
    await seed.namespaceMember(parent, ids.parentDeveloper, 30);
  });

  async function seedMembers(seed: Seed, grouped: ProjectId, own: ProjectId): Promise<void> {
    for (const level of LEVELS) {
      await seed.projectMember(grouped, ids.direct[level]!, level);
      await seed.projectMember(own, ids.direct[level]!, level);
    }
    await seed.projectMember(grouped, ids.guestInMasterGroup, 10);
    await seed.projectMember(grouped, ids.masterInGuestGroup, 40);
    await seed.projectMember(grouped, ids.expired, 40, 0);
    await seed.projectMember(grouped, ids.expiredAboveGuest, 40, -3);
    await seed.projectMember(grouped, ids.expiresTomorrow, 30, 1);
  }

  type Who = { id: UserId; admin?: boolean; external?: boolean } | null;

  async function levels(of: Record<Visibility, ProjectId>, who: Who): Promise<(number | null)[]> {
    const asked = who && { admin: false, external: false, ...who };
    const projects = VISIBILITIES.map((visibility) => ({ id: of[visibility] }));
    const answer = await app.calls.query(ResolveAccessQuery, { projects, user: asked });
    return answer.projects.map((access) => access && access.level);
  }

  // Taken from section 9.1 of the reference: the user, then the level in a private, an internal and a public project.
  it.each<[string, Who, (number | null)[]]>([
    ['anonymous', null, [HIDDEN, HIDDEN, 0]],
    ['a stranger', { id: ids.stranger }, [HIDDEN, 0, 0]],
    ['an external stranger', { id: ids.stranger, external: true }, [HIDDEN, HIDDEN, 0]],
    ['an admin', { id: ids.stranger, admin: true }, [50, 50, 50]],
    ['an external admin', { id: ids.stranger, admin: true, external: true }, [50, 50, 50]],
    ['a guest', { id: ids.direct[10]! }, [10, 10, 10]],
    ['an external guest', { id: ids.direct[10]!, external: true }, [10, 10, 10]],
    ['a reporter', { id: ids.direct[20]! }, [20, 20, 20]],
    ['a developer', { id: ids.direct[30]! }, [30, 30, 30]],
    ['a master', { id: ids.direct[40]! }, [40, 40, 40]],
    ['an owner', { id: ids.direct[50]! }, [50, 50, 50]],
    ['a guest of the group', { id: ids.inherited[10]! }, [10, 10, 10]],
    ['a reporter of the group', { id: ids.inherited[20]! }, [20, 20, 20]],
    ['a developer of the group', { id: ids.inherited[30]! }, [30, 30, 30]],
    ['a master of the group', { id: ids.inherited[40]! }, [40, 40, 40]],
    ['an owner of the group', { id: ids.inherited[50]! }, [50, 50, 50]],
    ['a developer of the group above', { id: ids.parentDeveloper }, [30, 30, 30]],
    ['a guest who is master of the group', { id: ids.guestInMasterGroup }, [40, 40, 40]],
    ['a master who is guest of the group', { id: ids.masterInGuestGroup }, [40, 40, 40]],
    ['a member until yesterday', { id: ids.expired }, [HIDDEN, 0, 0]],
    ['an owner of the group until yesterday', { id: ids.expiredGroup }, [HIDDEN, 0, 0]],
    ['an expired master who is guest of the group', { id: ids.expiredAboveGuest }, [10, 10, 10]],
    ['a member until tomorrow', { id: ids.expiresTomorrow }, [30, 30, 30]],
    ['an owner of a sibling group', { id: ids.siblingOwner }, [HIDDEN, 0, 0]],
    ['a user who owns another namespace', { id: ids.namespaceOwner }, [HIDDEN, 0, 0]],
  ])('in a group, finds for %s', async (_, who, expected) => {
    expect(await levels(inGroup, who)).toEqual(expected);
  });

  it.each<[string, Who, (number | null)[]]>([
    ['anonymous', null, [HIDDEN, HIDDEN, 0]],
    ['the owner of the namespace', { id: ids.namespaceOwner }, [50, 50, 50]],
    ['the owner of the namespace, external', { id: ids.namespaceOwner, external: true }, [50, 50, 50]],
    ['a stranger', { id: ids.stranger }, [HIDDEN, 0, 0]],
    ['a reporter', { id: ids.direct[20]! }, [20, 20, 20]],
    ['an admin', { id: ids.stranger, admin: true }, [50, 50, 50]],
  ])('in a user namespace, finds for %s', async (_, who, expected) => {
    expect(await levels(personal, who)).toEqual(expected);
  });

  it('answers mixed references with one statement, in the order asked', async () => {
    const projects = [
      { path: 'owner/public-tool' },
      { id: inGroup.private },
      { path: 'no/such' },
      { path: 'PARENT/team/INTERNAL-tool' },
      { id: 999_999 as ProjectId },
      { id: inGroup.public },
      { path: '' },
      { path: 'owner/public-tool' },
      { path: 'owner' },
    ];
    const ask = () =>
      app.calls.query(ResolveAccessQuery, { projects, user: { id: ids.stranger, admin: false, external: false } });
    expect(await app.countStatements(ask)).toBe(1);
    const found = (await ask()).projects.map((access) => access && [access.project.id, access.project.fullPath]);
    expect(found).toEqual([
      [personal.public, 'owner/public-tool'],
      null,
      null,
      [inGroup.internal, 'parent/team/internal-Tool'],
      null,
      [inGroup.public, 'parent/team/public-Tool'],
      null,
      [personal.public, 'owner/public-tool'],
      null,
    ]);
  });

  it('takes a hundred references', async () => {
    const projects = Array.from({ length: 100 }, (_, index) =>
      index % 2 ? { id: inGroup.public } : { path: 'owner/public-tool' },
    );
    const answer = await app.calls.query(ResolveAccessQuery, { projects, user: null });
    expect(answer.projects.filter((access) => access === null)).toEqual([]);
  });

  it('says what others need to know of a project', async () => {
    await database.query(
      `update projects set archived = true, default_branch = 'trunk', issues_access_level = 'private', builds_access_level = 'disabled',
         forked_from_id = $2, fork_network_id = $3, import_status = 'started', only_allow_merge_if_pipeline_succeeds = true,
         public_jobs = false, ci_config_path = 'ci/main.yml' where id = $1`,
      [personal.public, inGroup.private, inGroup.public],
    );
    const answer = await app.calls.query(ResolveAccessQuery, { projects: [{ id: personal.public }], user: null });
    expect(answer.projects[0]).toEqual({
      project: {
        id: personal.public,
        fullPath: 'owner/public-tool',
        name: 'public-tool',
        namespaceId: expect.any(Number),
        visibility: 'public',
        archived: true,
        defaultBranch: 'trunk',
        features: {
          issues: 'private',
          mergeRequests: 'enabled',
          snippets: 'enabled',
          builds: 'disabled',
          repository: 'enabled',
          wiki: 'enabled',
        },
        forkedFromId: inGroup.private,
        forkNetworkId: inGroup.public,
        importing: true,
        lfsEnabled: true,
        onlyAllowMergeIfPipelineSucceeds: true,
        onlyAllowMergeIfAllDiscussionsAreResolved: false,
        mergeMethod: 'merge',
        squashOption: 'default_off',
        mergePipelinesEnabled: false,
        resolveOutdatedDiffDiscussions: false,
        printingMergeRequestLinkEnabled: true,
        sharedRunnersEnabled: true,
        groupRunnersEnabled: true,
        mrDefaultTargetSelf: false,
        publicJobs: false,
        ciConfigPath: 'ci/main.yml',
        repositorySizeLimit: null,
        storageSizeLimit: null,
      },
      level: 0,
    });
  });

  it('says how large the repository may be: as the project says, or the nearest group that does', async () => {
    const limit = async (project: number): Promise<number | null> => {
      const asked = { projects: [{ id: project as ProjectId }], user: null };
      return (await app.calls.query(ResolveAccessQuery, asked)).projects[0]!.project.repositorySizeLimit;
    };
    const set = (table: 'projects' | 'namespaces', where: string, value: number | null) =>
      database.query(
        `update ${table} set repository_size_limit = $1
         where id = (select coalesce(project_id, namespace_id) from routes where path = $2)`,
        [value, where],
      );
    const of = async () => [await limit(inGroup.public), await limit(personal.public)];
    expect(await of()).toEqual([null, null]);
    await set('namespaces', 'parent', 9_000_000_000);
    expect(await of()).toEqual([9_000_000_000, null]);
    await set('namespaces', 'parent/team', 0);
    expect(await of()).toEqual([0, null]);
    await set('projects', 'parent/team/public-Tool', 2000);
    expect(await of()).toEqual([2000, null]);
    for (const path of ['parent', 'parent/team']) await set('namespaces', path, null);
    await set('projects', 'parent/team/public-Tool', null);
  });

  it('forgets a membership with the row', async () => {
    const who = { id: ids.inherited[20]! };
    await database.query('delete from namespace_members where user_id = $1', [who.id]);
    expect(await levels(inGroup, who)).toEqual([HIDDEN, 0, 0]);
  });

  it('finds the id of any project for routing, hidden ones too', async () => {
    const find = async (project: { path: string } | { id: ProjectId }) =>
      (await app.calls.query(FindProjectIdQuery, { project })).projectId;
    expect(await find({ path: 'parent/team/private-tool' })).toBe(inGroup.private);
    expect(await find({ id: inGroup.private })).toBe(inGroup.private);
    expect(await find({ path: 'parent/team' })).toBeNull();
    const findGroup = async (path: string) => (await app.calls.query(FindGroupIdQuery, { path })).groupId;
    expect(await findGroup('Parent/team')).toEqual(expect.any(Number));
    expect(await findGroup('parent/team/private-tool')).toBeNull();
    expect(await find({ path: 'gone/away' })).toBeNull();
    expect(await find({ id: 999_999 as ProjectId })).toBeNull();
  });
});

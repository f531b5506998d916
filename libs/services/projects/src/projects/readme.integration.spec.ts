import type { Principal, ProjectId, Visibility } from '@hearth/contract-kit';
import type { Delivery } from '@hearth/messaging';
import { OnDefaultBranchChanged } from '../events/on-default-branch-changed.js';
import { OnStatisticsMeasured } from '../events/on-statistics-measured.js';
import { user } from '../testing/people.js';
import { BASE_URL, ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

describe('the address of the README', () => {
  const app = ProjectsApp.inBlock();
  const [member, guest, inherits, admin] = [user(1), user(2), user(3), user(4, { admin: true })];
  let seed: Seed;
  let top: number;
  let team: number;
  let sequence = 0;

  beforeAll(async () => {
    seed = new Seed(app.testDatabase);
    for (const person of [member, guest, inherits, admin]) await app.claim(person);
    top = await seed.group('top', 'public');
    team = await seed.group('team', 'public', [top]);
    await seed.namespaceMember(top, inherits.userId, 30);
  });

  async function project(path: string, visibility: Visibility = 'public'): Promise<ProjectId> {
    const id = await seed.project(team, path, visibility);
    await seed.projectMember(id, member.userId, 20);
    await seed.projectMember(id, guest.userId, 10);
    return id;
  }
  const measured = (projectId: ProjectId, readme: { branch: string; path: string | null } | null, at = ++sequence) =>
    app.database.tx((tx) =>
      app
        .get(OnStatisticsMeasured)
        .handle({ projectId, sequence: at, commitCount: 1, repositorySize: 1, readme }, { tx } as Delivery),
    );
  const defaultBranch = (projectId: ProjectId, branch: string) =>
    app.database.tx((tx) =>
      app
        .get(OnDefaultBranchChanged)
        .handle({ projectId, sequence: ++sequence, defaultBranch: branch }, { tx } as Delivery),
    );
  /** As each endpoint prints it. */
  async function addresses(who: Principal | null, id: ProjectId): Promise<unknown[]> {
    const one = await app.request(who, 'GET', `/projects/${id}`);
    const found: { id: number; readme_url?: string | null }[] = [one.body];
    for (const path of ['/projects', '/projects?simple=true', '/groups/top%2Fteam/projects?simple=true'])
      found.push((await app.request(who, 'GET', path)).body.find((row: { id: number }) => row.id === id));
    found.push(
      (await app.request(who, 'GET', '/groups/top%2Fteam/projects')).body.find((row: { id: number }) => row.id === id),
    );
    found.push(
      (await app.request(who, 'GET', '/groups/top%2Fteam')).body.projects.find((row: { id: number }) => row.id === id),
    );
    return [...new Set(found.map((row) => ('readme_url' in row ? row.readme_url : 'left out')))];
  }

  it('is that of the default branch, as it was last measured', async () => {
    const id = await project('tool');
    expect(await addresses(member, id)).toEqual([null]);
    await defaultBranch(id, 'main');
    expect(await addresses(member, id)).toEqual(['left out']);
    await measured(id, { branch: 'main', path: 'README.md' });
    for (const who of [member, guest, null])
      expect(await addresses(who, id)).toEqual([`${BASE_URL}/top/team/tool/-/blob/main/README.md`]);
    await defaultBranch(id, 'next');
    expect(await addresses(member, id)).toEqual(['left out']);
    await measured(id, { branch: 'next', path: null });
    expect(await addresses(member, id)).toEqual([null]);
    await measured(id, { branch: 'main', path: 'README.md' }, 1);
    expect(await addresses(member, id)).toEqual([null]);
  });

  it('is not for external guests of an internal project', async () => {
    const id = await project('internal', 'internal');
    const external = user(5, { external: true });
    await app.claim(external);
    await seed.projectMember(id, external.userId, 10);
    await defaultBranch(id, 'main');
    await measured(id, { branch: 'main', path: 'README' });
    expect(await addresses(guest, id)).toEqual([`${BASE_URL}/top/team/internal/-/blob/main/README`]);
    expect(await addresses(external, id)).toEqual(['left out']);
  });

  it('is for those who may read the code', async () => {
    const id = await project('hidden', 'private');
    await defaultBranch(id, 'main');
    await measured(id, { branch: 'main', path: 'README' });
    const address = `${BASE_URL}/top/team/hidden/-/blob/main/README`;
    for (const who of [member, inherits, admin]) expect(await addresses(who, id)).toEqual([address]);
    expect(await addresses(guest, id)).toEqual(['left out']);
    await app.testDatabase.query(`update projects set repository_access_level = 'disabled' where id = $1`, [id]);
    for (const who of [member, inherits, admin]) expect(await addresses(who, id)).toEqual(['left out']);
  });
});

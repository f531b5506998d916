import type { Principal } from '@hearth/contract-kit';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

describe('the groups of shares', () => {
  const app = ProjectsApp.inBlock();
  const master = user(1);
  const guest = user(2);
  const admin = user(3, { admin: true });
  let outer: number;
  let home: number;
  let open: number;
  let closed: number;
  let free: number;
  let project: number;

  beforeAll(async () => {
    const seed = new Seed(app.testDatabase);
    for (const person of [master, guest, admin]) await app.claim(person);
    outer = await seed.group('outer', 'public');
    home = await seed.group('home', 'public', [outer]);
    open = await seed.group('open', 'public');
    closed = await seed.group('closed', 'private');
    free = await seed.group('free', 'private');
    const former = await seed.group('former', 'public');
    project = await seed.project(home, 'app', 'public');
    await seed.namespaceMember(outer, master.userId, 40);
    await seed.namespaceMember(free, master.userId, 10);
    await seed.namespaceMember(former, guest.userId, 50);
    await seed.namespaceMember(closed, guest.userId, 10);
    await app.testDatabase.query(
      `insert into project_group_links (project_id, group_id, level, expires_at)
       values ($1, $2, 20, null), ($1, $3, 30, null), ($1, $4, 40, (now() at time zone 'utc')::date)`,
      [project, open, closed, former],
    );
  });

  const read = (who: Principal | null, path: string) => app.exchange(who, 'GET', path);
  const paths = async (who: Principal | null, path: string) => {
    const { status, body } = await read(who, path);
    expect(status).toBe(200);
    return body.map(({ full_path: at }: { full_path: string }) => at);
  };
  const invited = (who: Principal | null, query = '') => paths(who, `/projects/${project}/invited_groups${query}`);
  const locations = (who: Principal | null, query = '') => paths(who, `/projects/${project}/share_locations${query}`);

  it('that a project is shared with are those visible to the caller, newest first', async () => {
    expect(await invited(null)).toEqual(['open']);
    expect(await invited(guest)).toEqual(['closed', 'open']);
    expect(await invited(admin)).toEqual(['closed', 'open']);
    expect(await invited(guest, '?search=clo')).toEqual(['closed']);
    expect(await invited(guest, '?min_access_level=10')).toEqual(['closed']);
    expect(await invited(guest, '?min_access_level=20')).toEqual([]);
    const { headers, body } = await read(admin, `/projects/${project}/invited_groups?per_page=1&page=2`);
    expect([headers['x-total'], body]).toEqual(['2', [expect.objectContaining({ id: open, name: 'open' })]]);
  });

  it('are direct ones: groups are not shared with groups', async () => {
    expect(await invited(admin, '?relation=direct,inherited')).toEqual(['closed', 'open']);
    expect(await invited(admin, '?relation[]=inherited')).toEqual([]);
    expect((await read(admin, `/projects/${project}/invited_groups?relation=other`)).status).toBe(400);
    for (const list of ['invited_groups', 'groups/shared']) {
      expect(await paths(null, `/groups/${open}/${list}`)).toEqual([]);
      expect((await read(master, `/groups/${closed}/${list}`)).status).toBe(404);
    }
  });

  it('with which one could share a project are those of the caller, and for admins all', async () => {
    expect(await locations(master)).toEqual(['free']);
    expect(await locations(master, '?search=home')).toEqual([]);
    expect(await locations(admin)).toEqual(['former', 'free']);
    for (const who of [null, guest]) expect(await locations(who)).toEqual([]);
    await app.testDatabase.query('update namespaces set share_with_group_lock = true where id = $1', [outer]);
    expect(await locations(admin)).toEqual([]);
    await app.testDatabase.query('update namespaces set share_with_group_lock = false where id = $1', [outer]);
  });
});

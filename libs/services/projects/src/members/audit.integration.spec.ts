import { ProjectsAuditRecordedEvent } from '@hearth/projects-contracts';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';

/** Entries of projects and groups in the audit trail. */
describe('the audit trail of projects', () => {
  const app = ProjectsApp.inBlock();
  const ada = user(1, { username: 'ada', canCreateGroup: true });
  const kim = user(2, { username: 'kim' });

  beforeAll(async () => {
    for (const each of [ada, kim]) await app.claim(each);
  });

  const recorded = async () =>
    (
      await app.testDatabase.query<{ data: object }>(
        `with taken as (delete from projects.outbox where type = $1 returning id, data)
         select data from taken order by id`,
        [ProjectsAuditRecordedEvent.name],
      )
    ).map(({ data }) => data);
  const byAda = (kind: string, subject: object, details: object = {}) => ({
    ...{ kind, subject: { name: null, ...subject }, details },
    ...{ actorId: 1, actingAsId: null, address: '127.0.0.1', requestId: expect.any(String) },
  });

  it('has members, shares and deletions', async () => {
    const send = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
      (await app.request(ada, method, path, body)).body as { id: number };
    const { id: group } = await send('POST', '/groups', { name: 'team', path: 'team' });
    const { id: project } = await send('POST', '/projects', { name: 'tool' });
    await recorded();
    await send('POST', `/groups/${group}/members`, { user_id: 2, access_level: 30 });
    await send('PUT', `/groups/${group}/members/2`, { access_level: 40, expires_at: '2038-01-01' });
    await send('DELETE', `/groups/${group}/members/2`);
    await send('POST', `/projects/${project}/members`, { user_id: 2, access_level: 50 });
    await send('POST', `/projects/${project}/share`, { group_id: group, group_access: 30 });
    await send('DELETE', `/projects/${project}/share/${group}`);
    await send('DELETE', `/projects/${project}`);
    await send('DELETE', `/groups/${group}`);
    const ofGroup = { type: 'group', id: group, name: 'team' };
    const ofProject = { type: 'project', id: project, name: 'ada/tool' };
    expect(await recorded()).toEqual([
      byAda('member.added', ofGroup, { userId: 2, accessLevel: 30, expiresAt: null }),
      byAda('member.updated', ofGroup, { userId: 2, accessLevel: 40, expiresAt: '2038-01-01' }),
      byAda('member.removed', ofGroup, { userId: 2, accessLevel: 40 }),
      byAda('project.shared', ofProject, { groupId: group, groupPath: 'team', groupAccess: 30, expiresAt: null }),
      byAda('project.unshared', ofProject, { groupId: group, groupPath: 'team' }),
      byAda('project.deleted', ofProject),
      byAda('group.deleted', ofGroup),
    ]);
  });
});

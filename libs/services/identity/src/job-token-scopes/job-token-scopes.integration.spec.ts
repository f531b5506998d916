import { AccessLevel, type ProjectId } from '@hearth/contract-kit';
import { OnGroupDeleted } from '../events/on-group-deleted.js';
import { OnProjectDeleted } from '../events/on-project-deleted.js';
import { IdentityApp } from '../testing/identity-app.js';
import { newUser, principalOf } from '../testing/people.js';
import { CreateUser } from '../users/create.js';
import type { UserRecord } from '../users/user.entity.js';
import { JobTokenScopeFacts } from './job-token-scope.facts.js';

const NOT_FOUND = { status: 404, body: { message: '404 Not Found' } };
const { reporter, developer, master } = AccessLevel;

describe('the scope of job tokens', () => {
  const app = IdentityApp.inBlock();
  let jane: UserRecord;
  let dan: UserRecord;

  beforeAll(async () => {
    const make = (name: string) => app.get(CreateUser).execute(newUser(name));
    [jane, dan] = [await make('jane'), await make('dan')];
  }, 30_000);

  const project = () => app.projects.addProject({ [jane.id]: master, [dan.id]: developer });
  const path = (id: number, rest = '') => `/projects/${id}/job_token_scope${rest}`;
  const send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', to: string, body?: object, by = jane) =>
    app.request(principalOf(by), method, to, body);
  const grant = (id: number, from: number) =>
    app.get(JobTokenScopeFacts).grant({ projectId: id as ProjectId, sourceId: from as ProjectId });

  it('is the allowlists, until a master lifts it', async () => {
    const { id } = project();
    const scope = (enabled: boolean) => ({ status: 200, body: { inbound_enabled: enabled, outbound_enabled: false } });
    expect(await send('GET', path(id))).toEqual(scope(true));
    expect(await grant(id, 999)).toEqual({ allowed: false, groupIds: [] });
    expect(await send('PATCH', path(id), { enabled: false })).toEqual({ status: 204, body: null });
    expect([await send('GET', path(id)), await grant(id, 999)]).toEqual([
      scope(false),
      { allowed: true, groupIds: [] },
    ]);
    await send('PATCH', path(id), { enabled: true });
    expect(await grant(id, 999)).toEqual({ allowed: false, groupIds: [] });
    expect(await send('PATCH', path(id), {})).toMatchObject({ status: 400 });
    for (const method of ['GET', 'PATCH'] as const)
      expect(await send(method, path(id), { enabled: true }, dan)).toMatchObject({ status: 403 });
  });

  it('has projects that the caller sees', async () => {
    const [{ id }, own, hidden] = [project(), project(), app.projects.addProject()];
    const list = path(id, '/allowlist');
    const added = { source_project_id: id, target_project_id: own.id };
    expect(await send('POST', list, { target_project_id: own.id })).toEqual({ status: 201, body: added });
    expect(await send('POST', list, { target_project_id: own.id })).toEqual({
      status: 400,
      body: { message: '400 Bad request - This project is already in the job token allowlist' },
    });
    for (const target_project_id of [hidden.id, 0, -1])
      expect(await send('POST', list, { target_project_id })).toMatchObject({ status: 404 });
    expect([await grant(id, own.id), await grant(id, hidden.id)]).toMatchObject([
      { allowed: true },
      { allowed: false },
    ]);
    const record = {
      ...{
        id: own.id,
        name: `Project ${own.id}`,
        path_with_namespace: `group/project-${own.id}`,
        default_branch: null,
        visibility: 'private',
      },
      web_url: `http://hearth.test:8080/group/project-${own.id}`,
    };
    expect(await send('GET', list)).toEqual({ status: 200, body: [record] });
    own.members.delete(jane.id);
    const unseen = { name: null, path_with_namespace: null, default_branch: null, visibility: null, web_url: null };
    expect(await send('GET', list)).toEqual({ status: 200, body: [{ id: own.id, ...unseen }] });
    const remove = () => send('DELETE', `${list}/${own.id}`);
    expect([await remove(), await remove()]).toEqual([{ status: 204, body: null }, NOT_FOUND]);
    expect(await grant(id, own.id)).toMatchObject({ allowed: false });
  });

  it('has groups that the caller sees', async () => {
    const [{ id }, group, hidden] = [
      project(),
      app.projects.addGroup({ [jane.id]: reporter }),
      app.projects.addGroup(),
    ];
    const list = path(id, '/groups_allowlist');
    expect(await send('POST', list, { target_group_id: group.id })).toEqual({
      status: 201,
      body: { source_project_id: id, target_group_id: group.id },
    });
    for (const target_group_id of [hidden.id, 0])
      expect(await send('POST', list, { target_group_id })).toMatchObject({ status: 404 });
    expect(await grant(id, 999)).toEqual({ allowed: false, groupIds: [group.id] });
    expect(await send('GET', list)).toMatchObject({
      body: [{ id: group.id, name: `Group ${group.id}`, full_path: `group-${group.id}` }],
    });
    const remove = () => send('DELETE', `${list}/${group.id}`);
    expect([await remove(), await remove()]).toEqual([{ status: 204, body: null }, NOT_FOUND]);
  });

  it('has at most 200 projects', async () => {
    const [{ id }, own] = [project(), project()];
    await app.testDatabase.query(
      `insert into identity.job_token_allowlist select $1, 'project', n from generate_series(1000, 1199) n`,
      [id],
    );
    expect(await send('POST', path(id, '/allowlist'), { target_project_id: own.id })).toEqual({
      status: 400,
      body: { message: '400 Bad request - A job token allowlist has at most 200 entries' },
    });
  });

  it('forgets deleted projects and groups', async () => {
    const [{ id }, own, group] = [project(), project(), app.projects.addGroup({ [jane.id]: reporter })];
    await send('POST', path(id, '/allowlist'), { target_project_id: own.id });
    await send('POST', path(id, '/groups_allowlist'), { target_group_id: group.id });
    await app.database.tx(async (tx) => {
      await app.get(OnProjectDeleted).handle({ projectId: own.id }, { tx } as never);
      await app.get(OnGroupDeleted).handle({ groupId: group.id }, { tx } as never);
    });
    expect(await grant(id, own.id)).toEqual({ allowed: false, groupIds: [] });
    expect(await send('PATCH', path(own.id), { enabled: false })).toMatchObject({ status: 404 });
  });
});

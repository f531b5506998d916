import { type Made, picture, type Samples, type Target } from '@hearth/testing';

async function newProject({ as, fresh }: Target, namespace?: number): Promise<number> {
  const made = await as.member.post('/projects', { name: fresh(), ...(namespace && { namespace_id: namespace }) });
  return made.expect(201).json<{ id: number }>().id;
}

async function newGroup({ as, fresh }: Target): Promise<number> {
  const name = fresh();
  return (await as.member.post('/groups', { name, path: name })).expect(201).json<{ id: number }>().id;
}

/** Makes a group with as many projects and groups in it as the target has rows. */
async function fullGroup(target: Target): Promise<Made> {
  const id = await newGroup(target);
  for (const statement of [
    `insert into projects.projects (namespace_id, path, name, creator_id)
     select $1::bigint, 'p' || n, 'p' || n, 1 from generate_series(1, $2::int) n`,
    `insert into projects.namespaces (kind, path, name, full_name, visibility, parent_id, ancestor_ids)
     select 'group', 'g' || n, 'g' || n, 'g' || n, 'private', $1::bigint, array[$1::bigint] from generate_series(1, $2::int) n`,
    `insert into projects.routes (path, project_id, namespace_id)
     select around.path || '/' || inside.path, inside.project, inside.namespace from projects.routes around, lateral (
       select path, id as project, null::bigint as namespace from projects.projects where namespace_id = $1::bigint
       union all select path, null, id from projects.namespaces where parent_id = $1::bigint) inside
     where around.namespace_id = $1::bigint and $2::int > 0`,
  ])
    await target.query(statement, [id, target.rows]);
  return { segments: { id } };
}

/** Makes a user who has no records yet. */
async function asNewUser({ stranger, token }: Target): Promise<Made> {
  return { token: await token(stranger()) };
}

function applied({ applicant }: Target): Promise<Made> {
  return Promise.resolve({ segments: { user_id: applicant() } });
}

/** Endpoints that projects and groups have in common. */
function ofBoth(kind: 'projects' | 'groups', idOf: (target: Target) => number): Samples {
  const member = async (target: Target): Promise<Made> => {
    const user = target.stranger();
    const made = await target.as.admin.post(`/${kind}/${idOf(target)}/members`, { user_id: user, access_level: 30 });
    made.expect(201);
    return { segments: { user_id: user } };
  };
  return {
    [`PUT /${kind}/:id/custom_attributes/:key`]: { body: () => ({ value: 'changed' }) },
    [`DELETE /${kind}/:id/custom_attributes/:key`]: { segments: () => ({ key: 'key-2' }) },
    [`POST /${kind}/:id/members`]: { body: ({ stranger }) => ({ user_id: stranger(), access_level: 30 }) },
    [`PUT /${kind}/:id/members/:user_id`]: { before: member, body: () => ({ access_level: 40 }) },
    [`DELETE /${kind}/:id/members/:user_id`]: { before: member },
    [`POST /${kind}/:id/access_requests`]: { before: asNewUser },
    [`PUT /${kind}/:id/notification_settings`]: { body: () => ({ level: 'custom', new_note: true }) },
    [`PUT /${kind}/:id/access_requests/:user_id/approve`]: { before: applied },
    [`DELETE /${kind}/:id/access_requests/:user_id`]: { before: applied },
    [`GET /${kind}/:id/avatar`]: { before: (target) => picture(target, kind, idOf(target)) },
    [`GET /uploads/-/system/${kind.slice(0, -1)}/avatar/:id/:file`]: {
      before: (target) => picture(target, kind, idOf(target)),
    },
  };
}

/** Makes a fork of a project of the target. */
async function newFork(target: Target): Promise<Made> {
  const id = await newProject(target);
  const forked = await target.as.member.post(`/projects/${id}/fork`, { name: target.fresh(), path: target.fresh() });
  return { segments: { id: forked.expect(201).json<{ id: number }>().id } };
}

export const PROJECTS: Samples = {
  'PUT /notification_settings': { body: () => ({ level: 'watch', new_note: true }) },
  'PUT /namespaces/:id': {
    before: async (target) => ({ segments: { id: await newGroup(target) } }),
    body: () => ({ storage_size_limit: 50_000_000_000 }),
  },
  'GET /projects/:id/groups': { query: { with_shared: true } },
  'GET /projects/:id/transfer_locations': { short: 'the admin is a member of few groups' },
  'GET /groups/:id/transfer_locations': { short: 'the admin is a member of few groups' },
  'GET /projects/:id/invited_groups': { short: 'the project is shared with few groups' },
  'GET /projects/:id/share_locations': { short: 'the caller is a member of few groups' },
  'GET /groups/:id/invited_groups': { short: 'groups are not shared with groups' },
  'GET /groups/:id/groups/shared': { short: 'groups are not shared with groups' },
  'GET /users/:user_id/contributed_projects': { short: 'the user has contributed to one project' },
  'GET /users/:user_id/starred_projects': { short: 'the user has starred one project' },
  'POST /projects/:id/fork': { body: ({ fresh }) => ({ name: fresh(), path: fresh() }) },
  'DELETE /projects/:id/fork': { before: newFork },
  'POST /projects/:id/fork/:forked_from_id': {
    before: async (target) => ({ segments: { id: await newProject(target), forked_from_id: target.project } }),
  },
  'POST /projects': { body: ({ fresh }) => ({ name: fresh() }) },
  'GET /users/:user_id/memberships': { segments: ({ member }) => ({ user_id: member }) },
  'POST /projects/user/:user_id': { body: ({ fresh }) => ({ name: fresh() }) },
  'PUT /projects/:id': { body: () => ({ description: 'changed' }) },
  'DELETE /projects/:id': { before: async (target) => ({ segments: { id: await newProject(target, target.group) } }) },
  'POST /groups/:id/projects/:project_id': {
    before: async (target) => ({ segments: { project_id: await newProject(target) } }),
  },
  'POST /groups/:id/transfer': {
    before: fullGroup,
    body: async (target) => ({ group_id: await newGroup(target) }),
  },
  'PUT /projects/:id/transfer': {
    before: async (target) => ({ segments: { id: await newProject(target) } }),
    body: ({ group }) => ({ namespace: group }),
  },
  'POST /projects/:id/share': { body: async (target) => ({ group_id: await newGroup(target), group_access: 30 }) },
  'DELETE /projects/:id/share/:group_id': {
    before: async (target) => {
      const group = await newGroup(target);
      const body = { group_id: group, group_access: 30 };
      (await target.as.member.post(`/projects/${target.project}/share`, body)).expect(201);
      return { segments: { group_id: group } };
    },
  },
  'POST /groups': {
    body: ({ fresh }) => {
      const name = fresh();
      return { name, path: name };
    },
  },
  'PUT /groups/:id': { body: () => ({ description: 'changed' }) },
  'DELETE /groups/:id': { before: fullGroup },
  ...ofBoth('projects', ({ project }) => project),
  ...ofBoth('groups', ({ group }) => group),
};

import type { Made, Samples, Target } from '@hearth/testing';

const URL = 'https://ci.example.com/hook';

/** Hooks of a full page: as many as a project may have. */
const MOST = 100;
const COUNT = 'select count(*)::int as count from projects.hooks where project_id = $1';

/** Deletes a hook of a project that has as many as it may. */
async function makeRoom({ query, project }: Target): Promise<Made> {
  await query(
    `delete from projects.hooks where id = (select max(id) from projects.hooks where project_id = $1)
       and (${COUNT}) >= $2`,
    [project, MOST],
  );
  return {};
}

async function newHook(target: Target): Promise<Made> {
  await makeRoom(target);
  const made = await target.as.member.post(`/projects/${target.project}/hooks`, { url: URL });
  return { segments: { hook_id: made.expect(201).json<{ id: number }>().id } };
}

/** Hooks are created by requests, since their URLs are encrypted. */
async function fullPage(target: Target): Promise<Made> {
  const [row] = await target.query<{ count: number }>(COUNT, [target.project]);
  for (let { count } = row!; count < MOST; count += 1) await newHook(target);
  return {};
}

export const HOOKS: Samples = {
  'GET /projects/:id/hooks': { before: fullPage },
  'POST /projects/:id/hooks': { before: makeRoom, body: () => ({ url: URL, token: 'secret' }) },
  'GET /projects/:id/hooks/:hook_id': { before: newHook },
  'PUT /projects/:id/hooks/:hook_id': { before: newHook, body: () => ({ url: URL, tag_push_events: true }) },
  'DELETE /projects/:id/hooks/:hook_id': { before: newHook },
};

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

/** Makes a hook with tried deliveries, as many as the target has rows. */
async function calledHook(target: Target): Promise<Made> {
  const made = await newHook(target);
  const hook = made.segments!['hook_id'];
  const tried = `, 1, 'delivered', now(), '{}', '{}', 200, '{}', '', 0`;
  const rows = await target.query<{ id: number }>(
    `insert into projects.hook_deliveries (hook_id, event_uuid, trigger, subject, attempts, state, finished_at, request_headers,
       request_body, response_status, response_headers, response_body, seconds)
     select $1, gen_random_uuid(), 'push_events', '{}'${tried} from generate_series(1, $2) returning id`,
    [hook, target.rows],
  );
  return { segments: { hook_id: hook!, hook_event_id: Number(rows[0]!.id) } };
}

export const HOOKS: Samples = {
  'GET /projects/:id/hooks': { before: fullPage },
  'POST /projects/:id/hooks': { before: makeRoom, body: () => ({ url: URL, token: 'secret' }) },
  'GET /projects/:id/hooks/:hook_id': { before: newHook },
  'PUT /projects/:id/hooks/:hook_id': { before: newHook, body: () => ({ url: URL, tag_push_events: true }) },
  'GET /projects/:id/hooks/:hook_id/events': { before: calledHook },
  'POST /projects/:id/hooks/:hook_id/events/:hook_event_id/resend': { before: calledHook },
  'POST /projects/:id/hooks/:hook_id/test/:trigger': {
    before: async (target) => {
      const made = await newHook(target);
      return { segments: { ...made.segments, trigger: 'push_events' } };
    },
  },
  'DELETE /projects/:id/hooks/:hook_id': { before: newHook },
};

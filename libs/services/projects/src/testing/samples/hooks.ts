import type { Made, Samples, Target } from '@hearth/testing';

const URL = 'https://ci.example.com/hook';

type Kind = 'project' | 'group';

/** Hooks of a full page: as many as a project or group may have. */
const MOST = 100;
const COLUMNS = { project: 'project_id', group: 'namespace_id' };
const count = (kind: Kind) => `select count(*)::int as count from projects.hooks where ${COLUMNS[kind]} = $1`;

/** Deletes a hook of a project or group that has as many as it may. */
function makeRoom(kind: Kind) {
  return async ({ query, [kind]: holder }: Target): Promise<Made> => {
    await query(
      `delete from projects.hooks where id = (select max(id) from projects.hooks where ${COLUMNS[kind]} = $1)
         and (${count(kind)}) >= $2`,
      [holder, MOST],
    );
    return {};
  };
}

function newHook(kind: Kind) {
  return async (target: Target): Promise<Made> => {
    await makeRoom(kind)(target);
    const made = await target.as.admin.post(`/${kind}s/${target[kind]}/hooks`, { url: URL });
    return { segments: { hook_id: made.expect(201).json<{ id: number }>().id } };
  };
}

/** Hooks are created by requests, since their URLs are encrypted. */
function fullPage(kind: Kind) {
  return async (target: Target): Promise<Made> => {
    const [row] = await target.query<{ count: number }>(count(kind), [target[kind]]);
    for (let made = row!.count; made < MOST; made += 1) await newHook(kind)(target);
    return {};
  };
}

/** Makes a hook with tried deliveries, as many as the target has rows. */
function calledHook(kind: Kind) {
  return async (target: Target): Promise<Made> => {
    const made = await newHook(kind)(target);
    const hook = made.segments!['hook_id'];
    const tried = `, 1, 'delivered', now(), '{}', '{}', 200, '{}', '', 0`;
    const rows = await target.query<{ id: number }>(
      `insert into projects.hook_deliveries (hook_id, event_uuid, trigger, subject, attempts, state, finished_at, request_headers,
         request_body, response_status, response_headers, response_body, seconds)
       select $1, gen_random_uuid(), 'push_events', '{}'${tried} from generate_series(1, $2) returning id`,
      [hook, target.rows],
    );
    return { segments: { hook_id: hook!, hook_event_id: Number(rows[0]!.id) } };
  };
}

/** Makes a hook that a test calls. */
function testedHook(kind: Kind) {
  return async (target: Target): Promise<Made> => {
    const made = await newHook(kind)(target);
    return { segments: { ...made.segments, trigger: 'push_events' } };
  };
}

function ofHooks(kind: Kind): Samples {
  const at = `/${kind}s/:id/hooks`;
  return {
    [`GET ${at}`]: { before: fullPage(kind) },
    [`POST ${at}`]: { before: makeRoom(kind), body: () => ({ url: URL, token: 'secret' }) },
    [`GET ${at}/:hook_id`]: { before: newHook(kind) },
    [`PUT ${at}/:hook_id`]: { before: newHook(kind), body: () => ({ url: URL, tag_push_events: true }) },
    [`POST ${at}/:hook_id/test/:trigger`]: { before: testedHook(kind) },
    [`GET ${at}/:hook_id/events`]: { before: calledHook(kind) },
    [`POST ${at}/:hook_id/events/:hook_event_id/resend`]: { before: calledHook(kind) },
    [`DELETE ${at}/:hook_id`]: { before: newHook(kind) },
  };
}

const SYSTEM = 'from projects.hooks where project_id is null and namespace_id is null';

/** Deletes a hook of the instance where it has as many as it may. */
async function makeRoomForSystem({ query }: Target): Promise<Made> {
  await query(
    `delete from projects.hooks where id = (select max(id) ${SYSTEM}) and (select count(*) ${SYSTEM}) >= $1`,
    [MOST],
  );
  return {};
}

async function newSystemHook(target: Target): Promise<Made> {
  await makeRoomForSystem(target);
  const made = await target.as.admin.post('/hooks', { url: URL });
  return { segments: { hook_id: made.expect(201).json<{ id: number }>().id } };
}

async function fullSystemPage(target: Target): Promise<Made> {
  const [row] = await target.query<{ count: number }>(`select count(*)::int as count ${SYSTEM}`);
  for (let made = row!.count; made < MOST; made += 1) await newSystemHook(target);
  return {};
}

const SYSTEM_HOOKS: Samples = {
  'GET /hooks': { before: fullSystemPage },
  'POST /hooks': { before: makeRoomForSystem, body: () => ({ url: URL, token: 'secret' }) },
  'GET /hooks/:hook_id': { before: newSystemHook },
  'PUT /hooks/:hook_id': { before: newSystemHook, body: () => ({ url: URL, tag_push_events: true }) },
  'POST /hooks/:hook_id': { before: newSystemHook },
  'DELETE /hooks/:hook_id': { before: newSystemHook },
};

export const HOOKS: Samples = {
  ...SYSTEM_HOOKS,
  ...ofHooks('project'),
  ...ofHooks('group'),
};

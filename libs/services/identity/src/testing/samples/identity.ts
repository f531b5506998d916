import { gpgKeyText, type Made, picture, type Role, type Samples, sshKeyText, type Target } from '@hearth/testing';

function userBody({ fresh }: Target): object {
  const username = fresh();
  return { username, name: username, email: `${username}@example.com`, password: 'correct horse battery' };
}

async function newUser(target: Target): Promise<Made> {
  const made = await target.as.admin.post('/users', userBody(target));
  return { segments: { id: made.expect(201).json<{ id: number }>().id } };
}

function userInState(state: 'banned' | 'deactivated') {
  return async (target: Target): Promise<Made> => {
    const made = await newUser(target);
    await target.query('update identity.users set state = $2 where id = $1', [made.segments!['id'], state]);
    return made;
  };
}

/** Makes a user with an identity at another provider. */
async function knownElsewhere(target: Target): Promise<Made> {
  const { segments } = await newUser(target);
  const provider = target.fresh();
  await target.query('insert into identity.user_identities (user_id, provider, extern_uid) values ($1, $2, $2)', [
    segments!['id'],
    provider,
  ]);
  return { segments: { ...segments, provider } };
}

/** Makes a user with two-factor authentication. */
async function cautiousUser(target: Target): Promise<Made> {
  const { segments } = await newUser(target);
  await target.query('update identity.users set two_factor_enabled = true where id = $1', [segments!['id']]);
  return { segments: segments! };
}

const TOKEN = { name: 'token', scopes: ['api'] };

async function newToken({ as, user }: Target, kind: 'personal_access' | 'impersonation'): Promise<number> {
  const made = await as.admin.post(`/users/${user}/${kind}_tokens`, TOKEN);
  return made.expect(201).json<{ id: number }>().id;
}

async function impersonationToken(target: Target): Promise<Made> {
  return { segments: { impersonation_token_id: await newToken(target, 'impersonation') } };
}

/** Makes the caller's own token: callers may read and revoke it. */
async function ownToken({ query, member, token }: Target): Promise<Made> {
  const own = await token(member);
  const [found] = await query<{ id: string }>(
    'select max(id) as id from identity.personal_access_tokens where user_id = $1 and not impersonation',
    [member],
  );
  await markUsed(query, found!.id);
  return { segments: { id: found!.id }, token: own };
}

/** Marks a token as used: otherwise the write of its first use is counted only when it overtakes the end of the request. */
function markUsed(query: Target['query'], id: string | number): Promise<unknown> {
  return query('update identity.personal_access_tokens set last_used_at = now() where id = $1', [id]);
}

/** Makes a record of the caller, or of the target's user. @returns its id as a segment of the path */
function made(name: string, list: (target: Target) => string, body: (target: Target) => object | Promise<object>) {
  return async (target: Target, role: Role): Promise<Made> => {
    const answer = await target.as[role].post(list(target), await body(target));
    // Members may not write to the lists of others, so the measured request is refused as well.
    return { segments: { [name]: answer.status === 201 ? answer.json<{ id: number }>().id : 1 } };
  };
}

const SSH_KEY = () => ({ title: 'laptop', key: sshKeyText() });
const STATUS = () => ({ emoji: 'coffee', message: 'Break', clear_status_after: '30_minutes' });

/** Inserts a key whose fingerprint consists of zeros. */
async function zeroFingerprint({ query, user }: Target): Promise<Made> {
  await query(
    `insert into identity.ssh_keys (user_id, title, key, fingerprint, created_at)
     values ($1, 'found', 'ssh-ed25519 AAAA', $2, now()) on conflict do nothing`,
    [user, Buffer.alloc(32)],
  );
  return {};
}
const GPG_KEY = async () => ({ key: await gpgKeyText() });
const ownGpgKey = made('key_id', () => '/user/gpg_keys', GPG_KEY);
const theirGpgKey = made('key_id', ({ user }) => `/users/${user}/gpg_keys`, GPG_KEY);
const theirSshKey = made('key_id', ({ user }) => `/users/${user}/keys`, SSH_KEY);
const anySshKey = made('id', ({ user }) => `/users/${user}/keys`, SSH_KEY);
const ownSshKey = made('key_id', () => '/user/keys', SSH_KEY);

const deployKey = made('key_id', ({ project }) => `/projects/${project}/deploy_keys`, SSH_KEY);

async function publicKey({ as }: Target): Promise<Made> {
  const answer = await as.admin.post('/deploy_keys', SSH_KEY());
  return { segments: { key_id: answer.expect(201).json<{ id: number }>().id } };
}

const allowedProject = ({ project }: Target) => ({ target_project_id: project });
const allowedGroup = ({ group }: Target) => ({ target_group_id: group });

async function disallowed({ query, project, group }: Target): Promise<Made> {
  const text = 'delete from identity.job_token_allowlist where project_id = $1 and source_id = any ($2)';
  await query(text, [project, [project, group]]);
  return {};
}

function allowed(kind: 'project' | 'group') {
  return async ({ query, project, ...target }: Target): Promise<Made> => {
    const id = kind === 'project' ? project : target.group;
    await query(
      'insert into identity.job_token_allowlist (project_id, kind, source_id) values ($1, $2, $3) on conflict do nothing',
      [project, kind, id],
    );
    return { segments: { [`target_${kind}_id`]: id } };
  };
}

const DEPLOY_TOKEN = { name: 'token', scopes: ['read_repository'] };

function deployTokenSamples(kind: 'project' | 'group'): Samples {
  const token = made(
    'token_id',
    (target) => `/${kind}s/${target[kind]}/deploy_tokens`,
    () => DEPLOY_TOKEN,
  );
  return {
    [`GET /${kind}s/:id/deploy_tokens/:token_id`]: { before: token },
    [`POST /${kind}s/:id/deploy_tokens`]: { body: () => DEPLOY_TOKEN },
    [`DELETE /${kind}s/:id/deploy_tokens/:token_id`]: { before: token },
  };
}

const ACCESS_TOKEN = { name: 'token', scopes: ['api'], access_level: 10 };

function accessTokenSamples(kind: 'project' | 'group'): Samples {
  const list = (target: Target) => `/${kind}s/${target[kind]}/access_tokens`;
  const token = made('token_id', list, () => ACCESS_TOKEN);
  const own = async (target: Target): Promise<Made> => {
    const answer = await target.as.admin.post(list(target), ACCESS_TOKEN);
    const { id, token: secret } = answer.expect(201).json<{ id: number; token: string }>();
    await markUsed(target.query, id);
    return { token: secret };
  };
  return {
    [`GET /${kind}s/:id/access_tokens/:token_id`]: { before: token },
    [`POST /${kind}s/:id/access_tokens`]: { body: () => ACCESS_TOKEN },
    [`POST /${kind}s/:id/access_tokens/:token_id/rotate`]: { before: token },
    [`POST /${kind}s/:id/access_tokens/self/rotate`]: { before: own },
    [`DELETE /${kind}s/:id/access_tokens/:token_id`]: { before: token },
  };
}

const EMAIL = ({ fresh }: Target) => ({ email: `${fresh()}@example.org` });
const ownEmail = made('email_id', () => '/user/emails', EMAIL);

export const IDENTITY: Samples = {
  'POST /users': { body: userBody },
  'PUT /users/:id': { body: () => ({ bio: 'changed' }) },
  'DELETE /users/:id': { before: newUser },
  'DELETE /users/:id/identities/:provider': { before: knownElsewhere },
  'POST /users/:id/ban': { before: newUser },
  'POST /users/:id/unban': { before: userInState('banned') },
  'POST /users/:id/deactivate': { before: newUser },
  'POST /users/:id/activate': { before: userInState('deactivated') },
  'PATCH /users/:id/disable_two_factor': { before: cautiousUser },
  'GET /uploads/-/system/user/avatar/:id/:file': { before: (target) => picture(target, 'users', target.user) },
  'GET /users/:user_id/impersonation_tokens/:impersonation_token_id': { before: impersonationToken },
  'POST /users/:user_id/impersonation_tokens': { body: () => TOKEN },
  'DELETE /users/:user_id/impersonation_tokens/:impersonation_token_id': { before: impersonationToken },
  'GET /personal_access_tokens/:id': { before: ownToken },
  'DELETE /personal_access_tokens/self': { before: ownToken },
  'DELETE /personal_access_tokens/:id': { before: ownToken },
  'POST /personal_access_tokens/self/rotate': { before: ownToken },
  'POST /personal_access_tokens/:id/rotate': { before: ownToken },
  'POST /users/:user_id/personal_access_tokens': { body: () => TOKEN },
  'PUT /users/:id/custom_attributes/:key': { body: () => ({ value: 'changed' }) },
  'DELETE /users/:id/custom_attributes/:key': { segments: () => ({ key: 'key-2' }) },
  'GET /user/gpg_keys/:key_id': { before: ownGpgKey },
  'POST /user/gpg_keys': { body: GPG_KEY },
  'DELETE /user/gpg_keys/:key_id': { before: ownGpgKey },
  'POST /user/gpg_keys/:key_id/revoke': { before: ownGpgKey },
  'GET /users/:id/gpg_keys/:key_id': { before: theirGpgKey },
  'POST /users/:id/gpg_keys': { body: GPG_KEY },
  'DELETE /users/:id/gpg_keys/:key_id': { before: theirGpgKey },
  'POST /users/:id/gpg_keys/:key_id/revoke': { before: theirGpgKey },
  'PUT /user/avatar': { form: 'avatar' },
  'PUT /user/status': { body: STATUS },
  'PATCH /user/status': { body: STATUS },
  'GET /user/keys/:key_id': { before: ownSshKey },
  'POST /user/keys': { body: SSH_KEY },
  'DELETE /user/keys/:key_id': { before: ownSshKey },
  'GET /users/:id/keys/:key_id': { before: theirSshKey },
  'GET /keys/:id': { before: anySshKey },
  'GET /keys': { query: { fingerprint: `SHA256:${'A'.repeat(43)}` }, before: zeroFingerprint },
  'POST /users/:id/keys': { body: SSH_KEY },
  'DELETE /users/:id/keys/:key_id': { before: theirSshKey },
  'POST /deploy_keys': { body: SSH_KEY },
  'DELETE /deploy_keys/:key_id': { before: publicKey },
  'GET /projects/:id/deploy_keys/:key_id': { before: deployKey },
  'POST /projects/:id/deploy_keys': { body: SSH_KEY },
  'PUT /projects/:id/deploy_keys/:key_id': { before: deployKey, body: () => ({ can_push: true }) },
  'DELETE /projects/:id/deploy_keys/:key_id': { before: deployKey },
  'POST /projects/:id/deploy_keys/:key_id/enable': { before: publicKey },
  'PATCH /projects/:id/job_token_scope': { body: () => ({ enabled: true }) },
  'POST /projects/:id/job_token_scope/allowlist': { before: disallowed, body: allowedProject },
  'DELETE /projects/:id/job_token_scope/allowlist/:target_project_id': { before: allowed('project') },
  'POST /projects/:id/job_token_scope/groups_allowlist': { before: disallowed, body: allowedGroup },
  'DELETE /projects/:id/job_token_scope/groups_allowlist/:target_group_id': { before: allowed('group') },
  ...deployTokenSamples('project'),
  ...deployTokenSamples('group'),
  ...accessTokenSamples('project'),
  ...accessTokenSamples('group'),
  'GET /user/emails/:email_id': { before: ownEmail },
  'POST /user/emails': { body: EMAIL },
  'DELETE /user/emails/:email_id': { before: ownEmail },
  'POST /users/:id/emails': { body: EMAIL },
  'DELETE /users/:id/emails/:email_id': { before: made('email_id', ({ user }) => `/users/${user}/emails`, EMAIL) },
  'PUT /application/settings': { body: () => ({ default_projects_limit: 100_000 }) },
};

import type { Target } from '../target.js';
import { picture, type Made, type Samples } from './sample.js';

function userBody({ fresh }: Target): object {
  const username = fresh();
  return { username, name: username, email: `${username}@example.com`, password: 'correct horse battery' };
}

async function newUser(target: Target): Promise<Made> {
  const made = await target.as.admin.post('/users', userBody(target));
  return { segments: { id: made.expect(201).json<{ id: number }>().id } };
}

const TOKEN = { name: 'token', scopes: ['api'] };

async function newToken({ as, user }: Target, kind: 'personal_access' | 'impersonation'): Promise<number> {
  const made = await as.admin.post(`/users/${user}/${kind}_tokens`, TOKEN);
  return made.expect(201).json<{ id: number }>().id;
}

async function impersonationToken(target: Target): Promise<Made> {
  return { segments: { impersonation_token_id: await newToken(target, 'impersonation') } };
}

/** One's own may be read and revoked by whoever has it. */
async function ownToken({ query, member, token }: Target): Promise<Made> {
  const own = await token(member);
  const [found] = await query<{ id: string }>(
    'select max(id) as id from identity.personal_access_tokens where user_id = $1 and not impersonation',
    [member],
  );
  return { segments: { id: found!.id }, token: own };
}

export const IDENTITY: Samples = {
  'POST /users': { body: userBody },
  'PUT /users/:id': { body: () => ({ bio: 'changed' }) },
  'DELETE /users/:id': { before: newUser },
  'GET /uploads/-/system/user/avatar/:id/:file': { before: (target) => picture(target, 'users', target.user) },
  'GET /users/:user_id/impersonation_tokens/:impersonation_token_id': { before: impersonationToken },
  'POST /users/:user_id/impersonation_tokens': { body: () => TOKEN },
  'DELETE /users/:user_id/impersonation_tokens/:impersonation_token_id': { before: impersonationToken },
  'GET /personal_access_tokens/:id': { before: ownToken },
  'DELETE /personal_access_tokens/self': { before: ownToken },
  'DELETE /personal_access_tokens/:id': { before: ownToken },
  'POST /users/:user_id/personal_access_tokens': { body: () => TOKEN },
  'PUT /users/:id/custom_attributes/:key': { body: () => ({ value: 'changed' }) },
  'DELETE /users/:id/custom_attributes/:key': { segments: () => ({ key: 'key-2' }) },
  'PUT /application/settings': { body: () => ({ default_projects_limit: 100_000 }) },
};

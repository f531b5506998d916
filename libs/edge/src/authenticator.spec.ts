import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Calls } from '@hearth/calls';
import { tokenHash, type Signer, type Verifier } from '@hearth/secrets';
import type { Credential } from '@hearth/identity-contracts';
import { Authenticator } from './authenticator.js';

const principal = { userId: 7 };

/** Accepts one token, `good`, knows one that has expired, and records what it was asked. */
function identity() {
  const asked: Credential[] = [];
  const query = (_: unknown, credential: Credential) => {
    asked.push(credential);
    const hash = hashIn(credential);
    if (hash === tokenHash('good')) return Promise.resolve({ outcome: 'accepted', principal });
    return Promise.resolve({ outcome: hash === tokenHash('old') ? 'expired' : 'unknown' });
  };
  return { asked, calls: { query } as unknown as Calls };
}

function hashIn(credential: Credential): string {
  switch (credential.kind) {
    case 'token':
      return credential.tokenHash;
    case 'session':
      return credential.sessionHash;
    case 'basic':
      return credential.passwordHash;
  }
}

/** Its requests carry no token of git LFS. */
function authenticatorOf(calls: Calls): Authenticator {
  return new Authenticator(calls, {} as Verifier, {} as Signer);
}

function identify(
  request: { url?: string; headers?: Record<string, string> },
  git = false,
  { calls } = identity(),
  jobTokens = false,
) {
  const incoming = { url: '/api/v4/user', headers: {}, ...request } as unknown as IncomingMessage;
  return authenticatorOf(calls).identify(incoming, {} as ServerResponse, { git, jobTokens }, '192.0.2.1');
}

const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` });

describe('Authenticator', () => {
  it.each([
    ['PRIVATE-TOKEN', { headers: { 'private-token': 'good' } }],
    ['Bearer', { headers: { authorization: 'Bearer good' } }],
    ['private_token', { url: '/api/v4/user?private_token=good' }],
    ['access_token', { url: '/api/v4/user?access_token=good' }],
    ['private_token behind a question mark', { url: '/api/v4/users?search=who?&private_token=good' }],
  ])('finds a token in %s', async (_, request) => {
    await expect(identify(request)).resolves.toEqual({ principal });
  });

  it('asks with the hash of a token, never with the token', async () => {
    const known = identity();
    await identify({ headers: { 'private-token': 'good' } }, false, known);
    expect(known.asked).toEqual([{ kind: 'token', tokenHash: tokenHash('good') }]);
  });

  it('takes a request without a credential, or with a cookie only, for anonymous', async () => {
    await expect(identify({})).resolves.toEqual({ principal: null });
    await expect(identify({ headers: { cookie: 'session=good' } })).resolves.toEqual({ principal: null });
  });

  it('tells why a token opens nothing', async () => {
    await expect(identify({ headers: { 'private-token': 'old' } })).resolves.toEqual({ failed: 'expired' });
    await expect(identify({ headers: { 'private-token': 'bad' } })).resolves.toEqual({ failed: 'unknown' });
  });

  it('tells where a login with a password comes from', async () => {
    const known = identity();
    await identify({ headers: basic('root:wrong') }, true, known);
    expect(known.asked).toEqual([
      {
        kind: 'basic',
        login: 'root',
        password: 'wrong',
        passwordHash: tokenHash('wrong'),
        clientAddress: '192.0.2.1',
      },
    ]);
  });

  it.each([
    ['colons', 'root:correct:horse::', 'root', 'correct:horse::'],
    ['letters beyond ASCII and line breaks', 'ünal:пароль\n ', 'ünal', 'пароль\n '],
  ])('takes a password with %s whole', async (_, pair, login, password) => {
    const known = identity();
    await identify({ headers: basic(pair) }, true, known);
    expect(known.asked).toMatchObject([{ login, password, passwordHash: tokenHash(password) }]);
  });

  it.each(['', 'root', 'root:', ':secret', ':'])('refuses Basic with "%s" without asking', async (pair) => {
    const known = identity();
    await expect(identify({ headers: basic(pair) }, true, known)).resolves.toEqual({ failed: 'unknown' });
    expect(known.asked).toEqual([]);
  });

  it('knows the user of a session, and takes every other browser for anonymous', async () => {
    const known = identity();
    const authenticator = authenticatorOf(known.calls);
    await expect(authenticator.session('good')).resolves.toEqual(principal);
    await expect(authenticator.session('old')).resolves.toBeNull();
    await expect(authenticator.session(undefined)).resolves.toBeNull();
    expect(known.asked[0]).toEqual({ kind: 'session', sessionHash: tokenHash('good') });
    expect(known.asked).toHaveLength(2);
  });

  it('has callers wait whose sign-ins are limited', async () => {
    const query = () => Promise.resolve({ outcome: 'limited', budget: 50, retryAfterSeconds: 9 });
    const asked = identify({ headers: basic('root:wrong') }, true, { asked: [], calls: { query } as unknown as Calls });
    await expect(asked).rejects.toMatchObject({ limit: { name: 'sign-in', allowed: 50, retryAfterSeconds: 9 } });
  });

  it('reads Basic on git routes only', async () => {
    await expect(identify({ headers: basic('anybody:good') }, true)).resolves.toEqual({ principal });
    await expect(identify({ headers: basic('anybody:good') })).resolves.toEqual({ principal: null });
    await expect(identify({ headers: basic('root:wrong') }, true)).resolves.toHaveProperty('failed');
  });

  describe('with the token of a job', () => {
    const ada = { userId: 7, username: 'ada', admin: false, credential: { kind: 'other', tokenId: null, scopes: [] } };
    const services = (job: object | null, blocked = false) => ({
      asked: [] as Credential[],
      calls: {
        query: ({ name }: { name: string }, { tokenHash: hash }: { tokenHash: string }) => {
          const personal = hash === tokenHash('good') ? { outcome: 'accepted', principal } : { outcome: 'unknown' };
          const answers: Record<string, object> = {
            'ci.authenticate-job': { job: hash === tokenHash('job') ? job : null },
            'identity.authenticate': personal,
          };
          return Promise.resolve(answers[name] ?? { principal: ada, blocked });
        },
      } as unknown as Calls,
    });
    const fetching = (password: string, job: object | null, blocked?: boolean) =>
      identify({ headers: basic(`gitlab-ci-token:${password}`) }, true, services(job, blocked));

    const ofApi = (request: Parameters<typeof identify>[0], jobTokens: boolean) =>
      identify(request, false, services({ id: 1, projectId: 3, userId: 7 }), jobTokens);

    it.each([
      ['JOB-TOKEN', (token: string) => ({ headers: { 'job-token': token } })],
      ['job_token', (token: string) => ({ url: `/api/v4/projects/3/releases?job_token=${token}` })],
    ])('reads %s on routes that accept one, and on no others', async (_, sent) => {
      const accepted = { principal: expect.objectContaining({ userId: 7 }) };
      await expect(ofApi(sent('job'), true)).resolves.toEqual(accepted);
      await expect(ofApi(sent('ended'), true)).resolves.toEqual({ failed: 'unknown' });
      await expect(ofApi(sent('good'), true)).resolves.toEqual({ failed: 'unknown' });
      await expect(ofApi(sent('job'), false)).resolves.toEqual({ principal: null });
    });

    it('prefers the token of a user', async () => {
      await expect(ofApi({ headers: { 'private-token': 'good', 'job-token': 'job' } }, true)).resolves.toEqual({
        principal,
      });
    });

    it('is who has started it, for its project only', async () => {
      await expect(fetching('job', { id: 1, projectId: 3, userId: 7 })).resolves.toEqual({
        principal: { ...ada, credential: { kind: 'job', tokenId: null, scopes: ['read_repository'], projectId: 3 } },
      });
    });

    it('is who has made it, for a personal token with the login of jobs', async () => {
      await expect(fetching('good', null)).resolves.toEqual({ principal });
    });

    it('authenticates no job token without a running job, without a user, or with a blocked one', async () => {
      await expect(fetching('x', { id: 1, projectId: 3, userId: 7 })).resolves.toEqual({ failed: 'unknown' });
      await expect(fetching('job', { id: 1, projectId: 3, userId: null })).resolves.toEqual({ failed: 'unknown' });
      await expect(fetching('job', { id: 1, projectId: 3, userId: 7 }, true)).resolves.toEqual({ failed: 'unknown' });
    });
  });
});

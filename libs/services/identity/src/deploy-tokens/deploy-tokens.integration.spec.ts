import { AccessLevel } from '@hearth/contract-kit';
import { tokenHash } from '@hearth/secrets';
import { DeleteUser } from '../deletion/delete.js';
import { OnGroupDeleted } from '../events/on-group-deleted.js';
import { OnProjectDeleted } from '../events/on-project-deleted.js';
import { AuthenticateCredential } from '../sign-in/authenticate.js';
import { IdentityApp } from '../testing/identity-app.js';
import { newUser, principalOf } from '../testing/people.js';
import { CreateUser } from '../users/create.js';
import type { UserRecord } from '../users/user.entity.js';
import { DeployTokenFacts } from './deploy-token.facts.js';

type Body = Record<string, unknown>;
type Made = Body & { id: number; username: string; token: string };
const NOT_FOUND = { status: 404, body: { message: '404 Deploy Token Not Found' } };
const { developer, master, owner } = AccessLevel;

describe.each(['project', 'group'] as const)('deploy tokens of a %s', (kind) => {
  const app = IdentityApp.inBlock();
  let boss: UserRecord;
  let jane: UserRecord;
  let dan: UserRecord;

  beforeAll(async () => {
    const make = (name: string, admin = false) => app.get(CreateUser).execute(newUser(name, { admin }));
    [boss, jane, dan] = [await make('boss', true), await make('jane'), await make('dan')];
  }, 30_000);

  function source() {
    const members = { [jane.id]: kind === 'project' ? master : owner, [dan.id]: developer };
    return kind === 'project' ? app.projects.addProject(members) : app.projects.addGroup(members);
  }
  const path = (id: number, rest: string | number = '') => `/${kind}s/${id}/deploy_tokens${rest && `/${rest}`}`;
  const create = (id: number, body: Body = {}, by = jane) =>
    app.request(principalOf(by), 'POST', path(id), { name: 'ci', scopes: ['read_repository'], ...body });
  async function made(id: number, body: Body = {}, by = jane): Promise<Made> {
    const answer = await create(id, body, by);
    expect(answer.status).toBe(201);
    return answer.body as Made;
  }
  const use = (login: string, password: string) =>
    app.get(AuthenticateCredential).execute({
      ...{ kind: 'basic', login, password, passwordHash: tokenHash(password), clientAddress: '192.0.2.1' },
    });
  const grant = (tokenId: number) => app.get(DeployTokenFacts).grant({ tokenId });

  it('are listed, read and deleted, and told once', async () => {
    const { id } = source();
    const body = { username: 'reader', expires_at: '2018-02-01', scopes: ['read_repository', 'read_repository'] };
    const { token, ...shown } = await made(id, body);
    expect(shown).toEqual({
      ...{ id: expect.any(Number), name: 'ci', username: 'reader', scopes: ['read_repository'] },
      ...{ expires_at: '2018-02-01T00:00:00.000Z', revoked: false, expired: false },
    });
    const read = (rest: string | number = '', query = '') =>
      app.request(principalOf(jane), 'GET', `${path(id, rest)}${query}`);
    expect(await read()).toEqual({ status: 200, body: [shown] });
    expect(await read(shown.id)).toEqual({ status: 200, body: shown });
    expect(await app.request(principalOf(jane), 'GET', path(source().id, shown.id))).toEqual(NOT_FOUND);
    const old = await made(id, { expires_at: '2018-01-15' });
    const ids = async (query: string) => ((await read('', query)).body as Made[]).map((each) => each.id);
    expect([await ids(''), await ids('?active=true')]).toEqual([[shown.id, old.id], [shown.id]]);
    const all = await app.request(principalOf(boss), 'GET', '/deploy_tokens?active=true&per_page=100');
    expect((all.body as Made[]).map((each) => each.id)).toContain(shown.id);
    const remove = () => app.request(principalOf(jane), 'DELETE', path(id, shown.id));
    expect([await remove(), await remove()]).toEqual([{ status: 204, body: null }, NOT_FOUND]);
    expect((await use('reader', token)).outcome).toBe('unknown');
    const stored = await app.testDatabase.query('select * from identity.deploy_tokens');
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it('open nothing by the scopes of registries, and have no others', async () => {
    const { id } = source();
    const { username, token } = await made(id, { scopes: ['read_registry'] });
    expect(await use(username, token)).toMatchObject({ principal: { credential: { scopes: [] } } });
    expect(await create(id, { scopes: ['api'] })).toEqual({
      status: 400,
      body: { message: { scopes: ['can only contain available scopes'] } },
    });
    expect(await create(id, { scopes: [] })).toMatchObject({ status: 400 });
    expect(await create(id, {}, dan)).toMatchObject({ status: 403 });
  });

  it('open git by their own name, whatever became of their creator', async () => {
    const { id, members } = source();
    const leaver = await app.get(CreateUser).execute(newUser(`leaver-${kind}`));
    members.set(leaver.id, owner);
    const { username, token, ...shown } = await made(id, {}, leaver);
    expect(username).toBe(`gitlab+deploy-token-${shown.id}`);
    expect(await use(username, token)).toMatchObject({
      outcome: 'accepted',
      principal: {
        userId: leaver.id,
        admin: false,
        credential: { kind: 'deploy-token', deployTokenId: shown.id, scopes: ['read_repository'] },
      },
    });
    expect((await use('other', token)).outcome).toBe('unknown');
    expect(await app.get(AuthenticateCredential).execute({ kind: 'token', tokenHash: tokenHash(token) })).toEqual({
      outcome: 'unknown',
    });
    await app.get(DeleteUser).execute(leaver.id, false, () => undefined);
    expect(await use(username, token)).toMatchObject({ principal: { username: 'ghost' } });
    expect(await grant(shown.id)).toEqual({ holder: { kind, id } });
  });

  it('stop at their expiry', async () => {
    const { id } = source();
    const { username, token, id: tokenId } = await made(id, { expires_at: '2018-01-15T12:00:00Z' });
    const before = app.clock.time;
    try {
      app.clock.time = new Date('2018-01-15T12:00:00Z');
      expect([await use(username, token), await grant(tokenId)]).toEqual([{ outcome: 'expired' }, { holder: null }]);
    } finally {
      app.clock.time = before;
    }
  });

  it('leave passwords that begin like them alone', async () => {
    const password = `gldt-${kind}-is a password`;
    const { username } = await app.get(CreateUser).execute(newUser(`prefixed-${kind}`, { password }));
    expect(await use(username, password)).toMatchObject({ outcome: 'accepted', principal: { username } });
  });

  it('go with their project or group', async () => {
    const { id } = source();
    const { username, token } = await made(id);
    await app.database.tx((tx) =>
      kind === 'project'
        ? app.get(OnProjectDeleted).handle({ projectId: id as never }, { tx } as never)
        : app.get(OnGroupDeleted).handle({ groupId: id }, { tx } as never),
    );
    expect((await use(username, token)).outcome).toBe('unknown');
    expect(await create(id)).toMatchObject({ status: 404 });
  });
});

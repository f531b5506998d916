import { AccessLevel } from '@hearth/contract-kit';
import { FindSshKeyQuery } from '@hearth/identity-contracts';
import { sshKeyText } from '@hearth/testing';
import { DeleteUser } from '../deletion/delete.js';
import { OnProjectDeleted } from '../events/on-project-deleted.js';
import { parseSshKey, printedFingerprint } from '../ssh-keys/ssh-key.rules.js';
import { SshKeyFacts } from '../ssh-keys/ssh-key.facts.js';
import type { FakeProject } from '../testing/fake-projects.js';
import { IdentityApp } from '../testing/identity-app.js';
import { newUser, principalOf } from '../testing/people.js';
import { CreateUser } from '../users/create.js';
import type { UserRecord } from '../users/user.entity.js';
import { DeployKeyFacts } from './deploy-key.facts.js';

const NOT_FOUND = { status: 404, body: { message: '404 Deploy Key Not Found' } };
const TAKEN = { status: 400, body: { message: { 'deploy_key.fingerprint': ['has already been taken'] } } };
const { developer, master } = AccessLevel;

describe('deploy keys', () => {
  const app = IdentityApp.inBlock();
  let boss: UserRecord;
  let jane: UserRecord;
  let zoe: UserRecord;

  beforeAll(async () => {
    const make = (name: string, admin = false) => app.get(CreateUser).execute(newUser(name, { admin }));
    [boss, jane, zoe] = [await make('boss', true), await make('jane'), await make('zoe')];
  }, 30_000);

  const project = () => app.projects.addProject({ [jane.id]: master });
  const path = ({ id }: FakeProject, key: number | string = '') => `/projects/${id}/deploy_keys${key && `/${key}`}`;
  const add = (to: FakeProject, body: object = {}, by = jane) =>
    app.request(principalOf(by), 'POST', path(to), { title: 'deploy', key: sshKeyText(), ...body });
  const idOf = async (answer: ReturnType<typeof add>) => {
    const { status, body } = await answer;
    expect(status).toBe(201);
    return (body as { id: number }).id;
  };
  const enable = (to: FakeProject, key: number, by = jane) =>
    app.request(principalOf(by), 'POST', `${path(to, key)}/enable`);
  const remove = (from: FakeProject, key: number) => app.request(principalOf(jane), 'DELETE', path(from, key));
  const find = async (key: string) => {
    const fingerprint = printedFingerprint(parseSshKey(key)!.fingerprint);
    return FindSshKeyQuery.output.parse(await app.get(SshKeyFacts).authenticate({ fingerprint }));
  };
  const grant = ({ id }: FakeProject, keyId: number) => app.get(DeployKeyFacts).grant({ keyId, projectId: id });
  const audits = async (kind: string) =>
    (
      await app.testDatabase.query<{ data: { subject: object; details: object } }>(
        `select data from identity.outbox where data->>'kind' = $1 order by id`,
        [kind],
      )
    ).map(({ data }) => ({ subject: data.subject, details: data.details }));

  it('are listed, read, changed and removed by masters of the project', async () => {
    const own = project();
    const key = sshKeyText('ed25519', 'ci@example.com');
    const { status, body } = await add(own, { key, can_push: true, expires_at: '2019-01-01' });
    expect(status).toBe(201);
    const { id } = body as { id: number };
    const record = {
      ...{ id, title: 'deploy', key, can_push: true },
      fingerprint: expect.stringMatching(/^([0-9a-f]{2}:){15}[0-9a-f]{2}$/),
      fingerprint_sha256: printedFingerprint(parseSshKey(key)!.fingerprint),
      created_at: '2018-01-15T10:07:21.123Z',
      expires_at: '2019-01-01T00:00:00.000Z',
    };
    expect(body).toEqual(record);
    expect(await app.request(principalOf(jane), 'GET', path(own))).toEqual({ status: 200, body: [record] });
    expect(await app.request(principalOf(jane), 'GET', path(own, id))).toEqual({ status: 200, body: record });
    const changed = { ...record, title: 'new', can_push: false };
    expect(await app.request(principalOf(jane), 'PUT', path(own, id), { title: 'new', can_push: false })).toEqual({
      status: 200,
      body: changed,
    });
    expect(await remove(own, id)).toEqual({ status: 204, body: null });
    expect(await remove(own, id)).toEqual(NOT_FOUND);
    expect(await app.request(principalOf(jane), 'GET', path(own, id))).toEqual(NOT_FOUND);
    const subject = { type: 'project', id: own.id, name: `group/project-${own.id}` };
    const details = { keyId: id, fingerprint: record.fingerprint_sha256 };
    for (const [verb, more] of [
      ['added', { title: 'deploy', canPush: true }],
      ['updated', { title: 'new', canPush: false }],
      ['removed', { title: 'new', canPush: false }],
    ] as const)
      expect(await audits(`deploy_key.${verb}`)).toContainEqual({ subject, details: { ...details, ...more } });
  });

  it('refuse invalid and expired keys, and changes that change nothing', async () => {
    const own = project();
    expect(await add(own, { key: 'secret', title: ' ' })).toEqual({
      status: 400,
      body: {
        message: {
          'deploy_key.title': ["can't be blank"],
          'deploy_key.key': ['is invalid'],
          'deploy_key.fingerprint': ['cannot be generated'],
        },
      },
    });
    expect(await add(own, { expires_at: '2018-01-15' })).toEqual({
      status: 400,
      body: { message: { 'deploy_key.key': ['has expired'] } },
    });
    const id = await idOf(add(own));
    expect(await app.request(principalOf(jane), 'PUT', path(own, id), {})).toMatchObject({ status: 400 });
    expect(await app.request(principalOf(jane), 'PUT', path(own, id), { title: ' ' })).toEqual({
      status: 400,
      body: { message: { 'deploy_key.title': ["can't be blank"] } },
    });
  });

  it('are in several projects of those who manage them, and deleted with the last one', async () => {
    const [one, two] = [project(), project()];
    const foreign = app.projects.addProject({ [zoe.id]: master, [jane.id]: developer });
    const key = sshKeyText();
    const id = await idOf(add(one, { key }));
    expect(await idOf(add(two, { key, can_push: true }))).toBe(id);
    expect(await idOf(add(one, { key, can_push: true, title: 'again' }))).toBe(id);
    expect(await grant(one, id)).toMatchObject({ grant: { canPush: false } });
    expect(await grant(two, id)).toEqual({
      grant: { canPush: true, creator: { id: jane.id, admin: false, external: false } },
    });
    expect(await add(foreign, { key }, zoe)).toEqual(TAKEN);
    expect(await enable(foreign, id, zoe)).toEqual(NOT_FOUND);
    await remove(one, id);
    expect((await find(key)).keyId).toBe(id);
    expect(await idOf(enable(one, id))).toBe(id);
    for (const each of [one, two]) await remove(each, id);
    expect(await find(key)).toEqual({ keyId: null, authentication: { outcome: 'unknown' } });
    expect(await enable(one, id)).toEqual(NOT_FOUND);
  });

  it('are no keys of users, and the reverse', async () => {
    const own = project();
    const key = sshKeyText();
    const addOwn = (text: string) =>
      app.request(principalOf(zoe), 'POST', '/user/keys', { title: 'laptop', key: text });
    await idOf(add(own, { key }));
    expect(await addOwn(key)).toEqual({ status: 400, body: { message: { fingerprint: ['has already been taken'] } } });
    const hers = sshKeyText();
    expect((await addOwn(hers)).status).toBe(201);
    expect(await add(own, { key: hers })).toEqual(TAKEN);
  });

  it('are created once by requests at the same time', async () => {
    const key = sshKeyText();
    const answers = await Promise.all([add(project(), { key }), add(project(), { key }), add(project(), { key })]);
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
    const ids = answers.flatMap(({ status, body }) => (status === 201 ? [(body as { id: number }).id] : []));
    expect(new Set(ids).size).toBe(1);
  });

  it('open git whatever the state of their creator, who alone can push by them', async () => {
    const own = project();
    const key = sshKeyText();
    const leaver = await app.get(CreateUser).execute(newUser('leaver'));
    own.members.set(leaver.id, master);
    const id = await idOf(add(own, { key, can_push: true }, leaver));
    const found = await find(key);
    expect(found).toMatchObject({
      keyId: id,
      authentication: {
        outcome: 'accepted',
        principal: {
          userId: leaver.id,
          admin: false,
          credential: { kind: 'deploy-key', deployKeyId: id, scopes: ['read_repository', 'write_repository'] },
        },
      },
    });
    await app.request(principalOf(boss), 'POST', `/users/${leaver.id}/block`);
    expect(await find(key)).toEqual(found);
    expect(await grant(own, id)).toEqual({ grant: { canPush: true, creator: null } });
    await app.get(DeleteUser).execute(leaver.id, false, () => undefined);
    expect(await find(key)).toMatchObject({ authentication: { principal: { username: 'ghost' } } });
    expect(await grant(own, id)).toEqual({ grant: { canPush: true, creator: null } });
  });

  it('stop at their expiry', async () => {
    const own = project();
    const key = sshKeyText();
    const id = await idOf(add(own, { key, expires_at: '2018-01-15T12:00:00Z' }));
    const before = app.clock.time;
    try {
      app.clock.time = new Date('2018-01-15T12:00:00Z');
      expect(await find(key)).toEqual({ keyId: id, authentication: { outcome: 'expired' } });
      expect(await grant(own, id)).toEqual({ grant: null });
    } finally {
      app.clock.time = before;
    }
  });

  it('are made public by admins, for every project to enable', async () => {
    const own = project();
    const make = (body: object) => app.request(principalOf(boss), 'POST', '/deploy_keys', body);
    const key = sshKeyText();
    const { status, body } = await make({ title: 'everywhere', key });
    const { id } = body as { id: number };
    expect([status, Object.keys(body as object)]).toEqual([201, expect.not.arrayContaining(['can_push'])]);
    expect(await make({ title: 'twice', key })).toEqual({
      status: 400,
      body: { message: { fingerprint: ['has already been taken'] } },
    });
    const list = async (query: string) =>
      ((await app.request(principalOf(boss), 'GET', `/deploy_keys${query}`)).body as { id: number }[]).map(
        (each) => each.id,
      );
    const others = await idOf(add(own));
    expect(await list('?public=true&per_page=100')).toEqual([id]);
    expect(await list('?per_page=100')).toEqual(expect.arrayContaining([id, others]));
    expect(await idOf(enable(own, id))).toBe(id);
    const rename = (by: UserRecord) => app.request(principalOf(by), 'PUT', path(own, id), { title: 'renamed' });
    expect(await rename(jane)).toEqual({ status: 403, body: { message: '403 Forbidden' } });
    expect(await rename(boss)).toMatchObject({ status: 200, body: { title: 'renamed' } });
    await remove(own, id);
    expect(await idOf(enable(own, id))).toBe(id);
    const erase = () => app.request(principalOf(boss), 'DELETE', `/deploy_keys/${id}`);
    expect(await erase()).toEqual({ status: 204, body: null });
    expect(await erase()).toEqual(NOT_FOUND);
    expect(await grant(own, id)).toEqual({ grant: null });
  });

  it('go with their project, and are not added to a deleted one', async () => {
    const [own, other] = [project(), project()];
    const keys = [sshKeyText(), sshKeyText()] as const;
    await idOf(add(own, { key: keys[0] }));
    const shared = await idOf(add(own, { key: keys[1] }));
    await idOf(enable(other, shared));
    const meta = { time: new Date() };
    await app.database.tx((tx) => app.get(OnProjectDeleted).handle({ projectId: own.id }, { tx, meta } as never));
    expect([(await find(keys[0])).keyId, (await find(keys[1])).keyId]).toEqual([null, shared]);
    expect(await grant(own, shared)).toEqual({ grant: null });
    expect(await add(own)).toEqual({ status: 404, body: { message: '404 Project Not Found' } });
  });
});

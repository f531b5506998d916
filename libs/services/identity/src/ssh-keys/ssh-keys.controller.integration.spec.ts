import { FindSshKeyQuery } from '@hearth/identity-contracts';
import { IdentityApp } from '../testing/identity-app.js';
import { principalOf } from '../testing/people.js';
import { recordsOfUsersSpecs } from '../testing/records-of-users.js';
import { sshKeyText } from '@hearth/testing';
import { AuthenticateCredential } from '../sign-in/authenticate.js';
import { SshKeyFacts } from './ssh-key.facts.js';
import { parseSshKey, printedFingerprint } from './ssh-key.rules.js';

const TAKEN = { status: 400, body: { message: { fingerprint: ['has already been taken'] } } };

describe('SSH keys', () => {
  const app = IdentityApp.inBlock();
  let other: IdentityApp;
  const people = recordsOfUsersSpecs(app, {
    segment: 'keys',
    id: 'key_id',
    notFound: '404 Key Not Found',
    missing: 'key is missing, title is missing',
    readByAdmins: true,
    body: () => ({ title: 'laptop', key: sshKeyText() }),
    shown: ({ title, key }) => ({ title, key, created_at: '2018-01-15T10:07:21.123Z' }),
    audited: 'ssh_key',
  });

  beforeAll(async () => {
    other = await IdentityApp.start(app.testDatabase);
  }, 30_000);
  afterAll(async () => {
    await other?.stop();
  }, 30_000);

  const add = (key: string, title = 'laptop', on = app) =>
    on.request(principalOf(people.jane), 'POST', '/user/keys', { title, key });
  const addByAdmin = (key: string, on = app) =>
    on.request(principalOf(people.admin), 'POST', `/users/${people.jane.id}/keys`, { title: 'by admin', key });
  const find = (key: string) =>
    app.get(SshKeyFacts).authenticate({ fingerprint: printedFingerprint(parseSshKey(key)!.fingerprint) });

  it('are stored on one line, with their comment', async () => {
    const key = sshKeyText('ed25519', 'Jane Doe <jane@example.com>');
    const broken = `\n${key.slice(0, 30)}\r\n${key.slice(30)}  `;
    expect(await add(broken)).toMatchObject({ status: 201, body: { key } });
  });

  it.each([
    ['a key of no kind', 'secret', { key: ['is invalid'], fingerprint: ['cannot be generated'] }],
    ['a DSA key', sshKeyText('dsa'), { key: ['type is forbidden. Must be RSA, ECDSA, or ED25519'] }],
    ['a short RSA key', sshKeyText('rsa-1024'), { key: ['must be at least 2048 bits'] }],
  ])('refuse %s, for users and for admins', async (_, key, message) => {
    for (const answer of [await add(key), await addByAdmin(key)])
      expect(answer).toEqual({ status: 400, body: { message } });
  });

  it('refuse a blank title, and what PostgreSQL cannot hold', async () => {
    const key = sshKeyText();
    expect(await add(key, ' ')).toEqual({ status: 400, body: { message: { title: ["can't be blank"] } } });
    expect(await add(`${key}\0`)).toEqual({ status: 400, body: { error: 'key is invalid' } });
  });

  it("are one user's only, whatever the comment, until they are deleted", async () => {
    const key = sshKeyText();
    const { body } = await add(key);
    expect(await add(key)).toEqual(TAKEN);
    expect(await addByAdmin(key)).toEqual(TAKEN);
    const renamed = `${key.split(' ').slice(0, 2).join(' ')} another comment`;
    const { admin } = people;
    expect(await app.request(principalOf(admin), 'POST', '/user/keys', { title: 'mine', key: renamed })).toEqual(TAKEN);
    const { id: keyId } = body as { id: number };
    await app.request(principalOf(people.jane), 'DELETE', `/user/keys/${keyId}`);
    expect(await add(renamed)).toMatchObject({ status: 201 });
    const published = await app.testDatabase.query<{ data: object }>(
      `select data from identity.outbox where type = 'identity.ssh-key-changed' and data->>'keyId' = $1 order by id`,
      [String(keyId)],
    );
    const changed = { keyId, userId: people.jane.id, key, createdAt: '2018-01-15T10:07:21.123Z' };
    expect(published.map(({ data }) => data)).toEqual([
      { ...changed, action: 'created' },
      { ...changed, action: 'deleted' },
    ]);
  });

  it('are added once by requests at the same time, in several processes', async () => {
    const key = sshKeyText();
    const answers = await Promise.all([add(key), addByAdmin(key), add(key, 'x', other), addByAdmin(key, other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
    for (const answer of answers.filter(({ status }) => status === 400)) expect(answer).toEqual(TAKEN);
  });

  it('are deleted once by requests at the same time', async () => {
    const { body } = await add(sshKeyText());
    const path = `/user/keys/${(body as { id: number }).id}`;
    const answers = await Promise.all(
      [app, other, app].map((each) => each.request(principalOf(people.jane), 'DELETE', path)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
  });

  it('say who connects: for git only, and only while the user may', async () => {
    const key = sshKeyText('p-256');
    const unknown = { keyId: null, authentication: { outcome: 'unknown' } };
    expect(await find(key)).toEqual(unknown);
    const { body } = await add(key);
    const { id } = body as { id: number };
    const block = (verb: string) => app.request(principalOf(people.admin), 'POST', `/users/${people.jane.id}/${verb}`);
    expect(FindSshKeyQuery.output.parse(await find(key))).toMatchObject({
      keyId: id,
      authentication: {
        outcome: 'accepted',
        principal: {
          userId: people.jane.id,
          username: 'jane',
          credential: { kind: 'ssh', tokenId: null, scopes: ['read_repository', 'write_repository'] },
        },
      },
    });
    const valid = () =>
      app.get(AuthenticateCredential).stillValid({ userId: people.jane.id, tokenId: null, sshKeyId: id });
    expect(await valid()).toEqual({ user: { admin: false, external: false } });
    await block('block');
    expect(await valid()).toEqual({ user: null });
    expect(await find(key)).toEqual({ keyId: id, authentication: { outcome: 'blocked' } });
    await block('unblock');
    expect(await find(key)).toMatchObject({ authentication: { outcome: 'accepted' } });
    await app.request(principalOf(people.jane), 'DELETE', `/user/keys/${id}`);
    expect(await find(key)).toEqual(unknown);
    expect(await valid()).toEqual({ user: null });
  });
});

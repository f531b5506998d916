import { gpgKeyText } from '@hearth/testing';
import { generateKey } from 'openpgp';
import { IdentityApp } from '../testing/identity-app.js';
import { principalOf } from '../testing/people.js';
import { recordsOfUsersSpecs } from '../testing/records-of-users.js';
import { readGpgKey } from './read-gpg-key.js';
import { NOT_A_KEY } from './gpg-key.rules.js';

describe('GPG keys', () => {
  const app = IdentityApp.inBlock();
  const people = recordsOfUsersSpecs(app, {
    segment: 'gpg_keys',
    id: 'key_id',
    notFound: '404 GPG Key Not Found',
    missing: 'key is missing',
    readByAdmins: true,
    body: async () => ({ key: await gpgKeyText() }),
    shown: ({ key }) => ({ key, created_at: '2018-01-15T10:07:21.123Z' }),
    audited: 'gpg_key',
  });
  const add = (key: string) => app.request(principalOf(people.jane), 'POST', '/user/gpg_keys', { key });
  const refused = { status: 400, body: { message: NOT_A_KEY } };

  it('are one public key each', async () => {
    const { privateKey } = await generateKey({ type: 'curve25519', userIDs: [{ name: 'Jane' }] });
    const [one, other] = [await gpgKeyText(), await gpgKeyText()];
    const damaged = one.replace(/\n\n[^\n]{20}/, '\n\nAAAAAAAAAAAAAAAAAAAA');
    for (const key of ['', 'secret', privateKey, `${one}\n${other}`, damaged, one.slice(0, -10)])
      expect([key.slice(0, 40), await add(key)]).toEqual([key.slice(0, 40), refused]);
    expect(await add(`  ${one}\n`)).toMatchObject({ status: 201, body: { key: one } });
  });

  it('are revoked by their user and by admins, once, which takes them away', async () => {
    const { jane, admin } = people;
    const ids = [];
    for (let each = 0; each < 2; each++) ids.push(((await add(await gpgKeyText())).body as { id: number }).id);
    const [own, theirs] = [`/user/gpg_keys/${ids[0]}`, `/users/${jane.id}/gpg_keys/${ids[1]}`];
    const notFound = { status: 404, body: { message: '404 GPG Key Not Found' } };
    expect(await app.request(principalOf(admin), 'POST', `${own}/revoke`)).toEqual(notFound);
    expect(await app.request(principalOf(jane), 'POST', `${theirs}/revoke`)).toMatchObject({ status: 403 });
    const accepted = { status: 202, body: { message: '202 Accepted' } };
    expect(await app.request(principalOf(jane), 'POST', `${own}/revoke`)).toEqual(accepted);
    expect(await app.request(principalOf(admin), 'POST', `${theirs}/revoke`)).toEqual(accepted);
    expect(await app.request(principalOf(jane), 'POST', `${own}/revoke`)).toEqual(notFound);
    expect(await app.request(principalOf(admin), 'GET', theirs)).toEqual(notFound);
  });

  it('belong to one user only, also when several add them at the same time', async () => {
    const key = await gpgKeyText();
    const answers = await Promise.all([
      add(key),
      app.request(principalOf(people.admin), 'POST', '/user/gpg_keys', { key }),
      app.request(principalOf(people.admin), 'POST', `/users/${people.jane.id}/gpg_keys`, { key }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    const taken = ['has already been taken'];
    for (const { status, body } of answers)
      if (status === 400) expect(body).toEqual({ message: { key: taken, fingerprint: taken } });
  });

  it('are read no longer than their time, after which the next one has its turn', async () => {
    const key = await gpgKeyText();
    const readings = [readGpgKey(key, 1), readGpgKey(key)];
    // Its only subkey encrypts.
    expect(await Promise.all(readings)).toEqual([undefined, { fingerprint: expect.any(Buffer), subkeyIds: [] }]);
  });

  it('delay no other request, of any form', async () => {
    // 300 KiB of empty user ids.
    const packets = Buffer.alloc(300 * 1024, Buffer.from([0xb4, 0x00]));
    const lines = packets.toString('base64').replaceAll(/.{64}/g, '$&\n');
    const key = `-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n${lines}\n-----END PGP PUBLIC KEY BLOCK-----`;
    const reading = readGpgKey(key);
    let turns = 0;
    const count = setInterval(() => turns++, 5);
    expect(await reading).toBeUndefined();
    clearInterval(count);
    expect(turns).toBeGreaterThan(2);
  });
});

import { PublicKey, createMessage, generateKey, readKey, readPrivateKey, sign } from 'openpgp';
import { CreateGpgKey } from '../gpg-keys/create.js';
import { CreateSshKey } from '../ssh-keys/create.js';
import { IdentityApp } from '../testing/identity-app.js';
import { newUser } from '../testing/people.js';
import { SIGNED, SSH_SIGNATURES } from '../testing/ssh-signatures.js';
import { CreateUser } from '../users/create.js';
import { SignatureFacts } from './signature.facts.js';

describe('signatures of commits', () => {
  const app = IdentityApp.inBlock();
  let users = 0;

  /** A user with an unconfirmed second address. */
  async function user() {
    const made = await app.get(CreateUser).execute(newUser(`signer-${++users}`, { confirmed: true }));
    await app.testDatabase.query(
      `insert into identity.user_emails (user_id, email, created_at) values ($1, $2, now())`,
      [made.id, `Second-${made.username}@example.com`],
    );
    return { ...made, second: `second-${made.username}@example.com` };
  }
  const verify = async (type: 'PGP' | 'SSH', signature: string, committerEmail: string, signed = SIGNED) =>
    app
      .get(SignatureFacts)
      .verify({ type, signature, committerEmail, payload: Buffer.from(signed).toString('base64') });

  describe('by GPG', () => {
    /** @param signs whether the signature is by a subkey */
    async function gpgKey(emails: string[], { signs = false } = {}) {
      const userIDs = emails.map((email) => ({ name: 'Jane', email }));
      const { privateKey, publicKey } = await generateKey({ type: 'ecc', userIDs, subkeys: [{ sign: signs }] });
      const key = await readPrivateKey({ armoredKey: privateKey });
      const made = await sign({
        message: await createMessage({ binary: Buffer.from(SIGNED) }),
        ...{ signingKeys: key, detached: true, format: 'armored' as const },
      });
      const primaryKeyId = key.getKeyID().toHex().toUpperCase();
      return { publicKey: publicKey.trim(), signature: made as unknown as string, primaryKeyId };
    }

    it.each([[false], [true]])('are verified for the address of the committer; by a subkey: %s', async (signs) => {
      const jane = await user();
      const { publicKey, signature, primaryKeyId } = await gpgKey(['other@example.com', jane.email], { signs });
      const unknown = await verify('PGP', signature, jane.email);
      expect(unknown).toMatchObject({ status: 'unknown_key', gpgKey: { keyId: null, userEmail: null }, sshKey: null });
      const { id } = await app.get(CreateGpgKey).execute(jane.id, publicKey);
      const ofKey = { keyId: id, primaryKeyId, userName: 'Jane', userEmail: jane.email };
      const status = async (email: string, signed?: string) => (await verify('PGP', signature, email, signed)).status;
      expect(await verify('PGP', signature, jane.email.toUpperCase())).toEqual({
        ...{ status: 'verified', gpgKey: ofKey, sshKey: null },
      });
      expect(await status(jane.email, `${SIGNED}x`)).toBe('unverified');
      expect(await status(jane.second)).toBe('same_user_different_email');
      expect(await status('other@example.com')).toBe('other_user');
      await app.testDatabase.query('delete from identity.gpg_keys where id = $1', [id]);
      expect(await status(jane.email)).toBe('unknown_key');
    });

    it('are looked for in the key whose subkey made them, not in one that contains it', async () => {
      const [jane, thief] = [await user(), await user()];
      const { publicKey, signature } = await gpgKey([jane.email], { signs: true });
      const [theirs, own] = await Promise.all(
        [publicKey, (await gpgKey([thief.email])).publicKey].map((armoredKey) => readKey({ armoredKey })),
      );
      const packets = own!.toPacketList();
      const [subkey] = theirs!.subkeys;
      packets.push(subkey!.keyPacket, ...subkey!.bindingSignatures);
      await app.get(CreateGpgKey).execute(thief.id, new PublicKey(packets).armor());
      await app.get(CreateGpgKey).execute(jane.id, publicKey);
      expect((await verify('PGP', signature, jane.email)).status).toBe('verified');
    });

    it('are not by a key without a confirmed address', async () => {
      const jane = await user();
      const { publicKey, signature } = await gpgKey([jane.second]);
      await app.get(CreateGpgKey).execute(jane.id, publicKey);
      expect(await verify('PGP', signature, jane.second)).toMatchObject({
        ...{ status: 'unverified_key', gpgKey: { userEmail: jane.second } },
      });
    });

    it('are none in another text', async () => {
      expect(await verify('PGP', 'no signature', 'x@example.com')).toMatchObject({
        ...{ status: 'unverified', gpgKey: { keyId: null, primaryKeyId: null } },
      });
    });
  });

  it('by SSH are verified for the address of the committer', async () => {
    const jane = await user();
    const { key, signature } = SSH_SIGNATURES.Ed25519;
    expect(await verify('SSH', signature, jane.email)).toEqual({ status: 'unknown_key', gpgKey: null, sshKey: null });
    const { id } = await app.get(CreateSshKey).execute(jane.id, { title: 'laptop', key });
    expect(await verify('SSH', signature, jane.email)).toEqual({
      ...{ status: 'verified', gpgKey: null },
      sshKey: { id, title: 'laptop', key, createdAt: expect.stringMatching(/Z$/), expiresAt: null },
    });
    const status = async (email: string, signed?: string) => (await verify('SSH', signature, email, signed)).status;
    expect(await status(jane.second)).toBe('unverified');
    expect(await status((await user()).email)).toBe('other_user');
    expect(await status(jane.email, 'x')).toBe('unverified');
  });
});

import type { Git as Client } from '@hearth/testing';
import type { FakeProject } from '../testing/fake-services.js';
import { GitProjects } from '../testing/git-projects.js';
import { PageVisits } from '../testing/page-visits.js';
import { RepositoryApp } from '../testing/repository-app.js';

describe('the signature of a commit', () => {
  const app = RepositoryApp.inBlock();
  const projects = new GitProjects(app);
  let project: FakeProject;
  let client: Client;

  beforeAll(async () => {
    ({ project, client } = await projects.start('public'));
  });

  async function read(sha: string): Promise<[number, unknown]> {
    const response = await app.send(`/api/v4/projects/${project.id}/repository/commits/${sha}/signature`, {});
    return [response.status, await response.json()];
  }

  /** Pushes a commit with a signature; returns its id, and what is signed. */
  async function signed(signature: string): Promise<{ sha: string; payload: string }> {
    const tree = await client.idOf('HEAD^{tree}');
    const [head, rest] = [
      `tree ${tree}\nparent ${await client.idOf('HEAD')}\nauthor Ann <a@example.com> 1700000000 +0100\n`,
      'committer Bob <bob@example.com> 1700000001 +0000\n',
    ];
    const message = '\nSigned\n\n gpgsig is no header here\n';
    const header = `gpgsig ${signature.trim().replaceAll('\n', '\n ')}\n`;
    const made = await client.run(['hash-object', '-t', 'commit', '-w', '--stdin'], {
      input: head + rest + header + message,
    });
    const sha = made.toString().trim();
    await client.run(['push', '--quiet', 'origin', `${sha}:refs/heads/signed-${sha}`]);
    return { sha, payload: head + rest + message };
  }
  const armored = (kind: string) => `-----BEGIN ${kind} SIGNATURE-----\n\nabc\n-----END ${kind} SIGNATURE-----\n`;

  it('is checked by identity, with what it is about', async () => {
    const { sha, payload } = await signed(armored('PGP'));
    app.services.verified = {
      ...{ status: 'verified', sshKey: null },
      gpgKey: { keyId: 7, primaryKeyId: '8254AAB3FBD54AC9', userName: 'Bob', userEmail: 'bob@example.com' },
    };
    expect(await read(sha)).toEqual([
      200,
      {
        ...{ signature_type: 'PGP', verification_status: 'verified', gpg_key_id: 7, gpg_key_subkey_id: null },
        ...{
          gpg_key_primary_keyid: '8254AAB3FBD54AC9',
          gpg_key_user_name: 'Bob',
          gpg_key_user_email: 'bob@example.com',
        },
      },
    ]);
    expect(app.services.signatures.at(-1)).toEqual({
      ...{ type: 'PGP', payload: Buffer.from(payload).toString('base64'), committerEmail: 'bob@example.com' },
      signature: armored('PGP').trim(),
    });
    const { text: page } = await new PageVisits(app, project).open(`commit/${sha}`);
    expect(page).toContain('Verified');
    expect(page).toContain('PGP key 8254AAB3FBD54AC9');
  });

  it('can be by an SSH key', async () => {
    const { sha } = await signed(armored('SSH'));
    app.services.verified = { status: 'unknown_key', gpgKey: null, sshKey: null };
    const unknown = { signature_type: 'SSH', verification_status: 'unknown_key', key: null };
    expect(await read(sha)).toEqual([200, unknown]);
    const own = { id: 3, title: 'laptop', key: 'ssh-ed25519 AAAA' };
    const times = { createdAt: '2024-01-01T00:00:00.000Z', expiresAt: null };
    app.services.verified = { status: 'verified', gpgKey: null, sshKey: { ...own, ...times } };
    expect(await read(sha)).toEqual([
      200,
      {
        ...{ signature_type: 'SSH', verification_status: 'verified' },
        key: { ...own, created_at: times.createdAt, expires_at: null, usage_type: 'auth_and_signing' },
      },
    ]);
  });

  it('is none of an unsigned commit, and of one by a certificate', async () => {
    const { sha } = await signed('-----BEGIN SIGNED MESSAGE-----\nabc\n-----END SIGNED MESSAGE-----\n');
    for (const commit of [sha, 'main'])
      expect(await read(commit)).toEqual([404, { message: '404 Signature Not Found' }]);
    expect(await read('f'.repeat(40))).toEqual([404, { message: '404 Commit Not Found' }]);
  });
});

import { generateKeyPairSync } from 'node:crypto';
import { issueLfsToken, lfsPath } from '@hearth/access';
import type { Calls } from '@hearth/calls';
import type { Principal } from '@hearth/contract-kit';
import { Signer, Verifier, parseSigningKey, parseVerifyKeys } from '@hearth/secrets';
import { LfsCredentials } from './lfs-credentials.js';

const PRINCIPAL = {
  ...{ userId: 7, username: 'ada', name: 'Ada', email: 'ada@example.com', admin: true, external: false },
  projectsLimit: 10,
  credential: { kind: 'ssh', tokenId: null, sshKeyId: 3, scopes: ['read_repository'] },
} as unknown as Principal;
const URL = '/g/p.git/info/lfs/objects/batch';

describe('a token of git LFS', () => {
  const signers: Record<string, Signer> = {};
  let verifier: Verifier;
  const asked: unknown[] = [];

  beforeAll(async () => {
    const published: object[] = [];
    for (const service of ['repository', 'ci']) {
      const pair = generateKeyPairSync('ed25519', {
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
        publicKeyEncoding: { type: 'spki', format: 'pem' },
      });
      signers[service] = new Signer(await parseSigningKey(JSON.stringify({ ...pair, kid: service, service })));
      published.push({ ...pair, kid: service, service });
    }
    verifier = new Verifier(await parseVerifyKeys(JSON.stringify(published)));
  });

  const judge = (
    {
      principal = PRINCIPAL,
      by = 'repository',
      url = URL,
      user = { admin: false, external: false } as object | null,
    } = {},
    token = issueLfsToken(signers[by]!, lfsPath('g/p', 'api'), principal),
  ) => {
    const query = (_: unknown, input: unknown) => Promise.resolve(asked.push(input) && { user });
    const gateway = { service: 'gateway' } as Signer;
    return new LfsCredentials({ query } as unknown as Calls, verifier, gateway).judge(token, url);
  };

  it('is for its principal, as the user is now', async () => {
    expect(await judge()).toEqual({ outcome: 'accepted', principal: { ...PRINCIPAL, admin: false } });
    expect(asked.at(-1)).toEqual({ userId: 7, tokenId: null, sshKeyId: 3 });
  });

  it('of a blocked user or a deleted key opens nothing', async () => {
    expect(await judge({ user: null })).toEqual({ outcome: 'unknown' });
  });

  it('of a deploy key is for that key, whose rights are looked up with its access', async () => {
    const credential = { ...PRINCIPAL.credential, kind: 'deploy-key' as const, deployKeyId: 4 };
    const principal = { ...PRINCIPAL, credential };
    expect(await judge({ principal, user: null })).toEqual({ outcome: 'accepted', principal });
  });

  it.each([
    ['of another service', { by: 'ci' }],
    ['for another project', { url: '/g/q.git/info/lfs/objects/batch' }],
    ['for the API, with contents', { url: '/g/p.git/gitlab-lfs/objects/verify' }],
    ['with a request of git', { url: '/g/p.git/info/refs?service=git-upload-pack' }],
  ])('%s opens nothing', async (_, request) => {
    expect(await judge(request)).toEqual({ outcome: 'unknown' });
  });

  it('that is forged opens nothing', async () => {
    expect(await judge({}, 'lfs-a.b.c')).toEqual({ outcome: 'unknown' });
  });
});

import type { ProjectId } from '@hearth/contract-kit';
import type { TokenJob } from '@hearth/identity-contracts';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { IdentityApp } from '../testing/identity-app.js';
import { KeepSigningKeys } from './keep-signing-keys.js';
import { SignJobTokens } from './sign-job-tokens.js';

const JOB: TokenJob = {
  ...{
    id: 4,
    namespaceId: 1,
    projectId: 2 as ProjectId,
    projectPath: 'group/app',
    projectVisibility: 'private' as const,
  },
  ...{ user: { id: 5, username: 'ada', email: 'ada@example.com' }, pipelineId: 3, pipelineSource: 'push', ref: 'main' },
  ...{ tag: false, protected: true, sha: 'a'.repeat(40), configPath: '.gitlab-ci.yml', runnerId: 6 },
  environment: { name: 'live', action: 'start', tier: 'production' },
};
const CLAIMS = {
  ...{ iss: 'https://h.example.com', sub: 'project_path:group/app:ref_type:branch:ref:main' },
  ...{ namespace_id: '1', namespace_path: 'group', project_id: '2', project_path: 'group/app' },
  ...{ project_visibility: 'private', user_id: '5', user_login: 'ada', user_email: 'ada@example.com' },
  ...{ pipeline_id: '3', pipeline_source: 'push', job_id: '4', runner_id: 6, runner_environment: 'self-hosted' },
  ...{ ref: 'main', ref_type: 'branch', ref_path: 'refs/heads/main', ref_protected: 'true' },
  ...{ environment: 'live', environment_action: 'start', deployment_tier: 'production' },
  ...{ sha: 'a'.repeat(40), ci_config_sha: 'a'.repeat(40) },
  ci_config_ref_uri: 'h.example.com/group/app//.gitlab-ci.yml@refs/heads/main',
};

describe('id_tokens of jobs', () => {
  const app = IdentityApp.inBlock();

  it('are verified with the published keys, and are of the job', async () => {
    const audiences = ['https://vault.example.com', ['a', 'b']];
    const asked = { issuer: 'https://h.example.com', job: JOB, audiences, lifetimeSeconds: 600 };
    const tokens = await app.get(SignJobTokens).execute(asked);
    const keys = createLocalJWKSet({ keys: await app.get(KeepSigningKeys).published() });
    const currentDate = app.clock.time;
    const issuedAt = Math.floor(currentDate.getTime() / 1_000);
    const verified = await Promise.all(
      tokens.map(async (token) => (await jwtVerify(token, keys, { issuer: asked.issuer, currentDate })).payload),
    );
    const expected = audiences.map((aud) => ({
      ...{ ...CLAIMS, aud },
      ...{ jti: expect.any(String), iat: issuedAt, nbf: issuedAt - 5, exp: issuedAt + 600 },
    }));
    expect(verified).toEqual(expected);
    expect(new Set(verified.map(({ jti }) => jti)).size).toBe(2);
    expect(decodeProtectedHeader(tokens[0]!)).toMatchObject({ alg: 'RS256', typ: 'JWT', kid: expect.any(String) });
  });

  it('expire while their key is still published', async () => {
    const asked = { issuer: 'https://h.example.com', job: JOB, audiences: ['a'], lifetimeSeconds: 30 * 86_400 };
    const [token] = await app.get(SignJobTokens).execute(asked);
    const keys = createLocalJWKSet({ keys: await app.get(KeepSigningKeys).published() });
    const { payload } = await jwtVerify(token!, keys, { currentDate: app.clock.time });
    expect(payload.exp! - payload.iat!).toBe(86_400);
  });
});

import { CreatePushPipeline } from '../push-pipelines/create.js';
import { CiApp } from '../testing/ci-app.js';
import { RunnerClient } from '../testing/runner-client.js';

const CONFIG = `
variables: {HOST: vault.example.com}
deploy:
  script: vault login
  timeout: 20 minutes
  environment: {name: production, deployment_tier: production}
  id_tokens:
    A_ID_TOKEN: {aud: "https://$HOST"}
    B_ID_TOKEN: {aud: [a, b]}
`;

describe('id_tokens of a job', () => {
  const app = CiApp.inBlock();

  it('are signed when a runner takes it, and masked', async () => {
    const project = app.others.addProject();
    const { id, fullPath } = project.card;
    const user = app.user(1, project, 30);
    project.branches.set('main', 'a'.repeat(40));
    project.files.set('.gitlab-ci.yml', CONFIG);
    const push = { projectId: id, sequence: 1, ref: 'main', tag: false, oldId: null, newId: 'a'.repeat(40) };
    await app.get(CreatePushPipeline).execute({ ...push, userId: user.userId }, new AbortController());
    const client = await RunnerClient.register(app, `project-${id}`);
    const job = (await client.take())!;
    const hidden = { public: false, masked: true, file: false, raw: true };
    expect(job.variables.filter(({ key }) => key.endsWith('_ID_TOKEN'))).toEqual([
      { key: 'A_ID_TOKEN', value: 'id-token-0', ...hidden },
      { key: 'B_ID_TOKEN', value: 'id-token-1', ...hidden },
    ]);
    const [row] = await app.testDatabase.query<{ pipelineId: number }>(
      'select pipeline_id as "pipelineId" from jobs where id = $1',
      [job.id],
    );
    const { job: signedJob, ...signed } = app.others.signed[0]!;
    const audiences = ['https://vault.example.com', ['a', 'b']];
    expect(signed).toEqual({ issuer: expect.stringMatching(/^http:/), audiences, lifetimeSeconds: 1_200 });
    expect(signedJob).toEqual({
      ...{ id: job.id, namespaceId: 1, projectId: id, projectPath: fullPath, projectVisibility: 'private' },
      ...{ user: { id: 1, username: 'user-1', email: '' }, pipelineId: row!.pipelineId, pipelineSource: 'push' },
      ...{ ref: 'main', tag: false, protected: false, sha: 'a'.repeat(40), configPath: '.gitlab-ci.yml' },
      ...{ runnerId: client.id, environment: { name: 'production', action: 'start', tier: 'production' } },
    });
    await client.patch(job, 0, 'id-token-0 id-token-1');
    const trace = await app.request(user, 'GET', `/projects/${id}/jobs/${job.id}/trace`);
    expect(trace.body).toBe('xxxxxxxxxx xxxxxxxxxx');
  });
});

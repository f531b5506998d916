import { createPublicKey, verify, type JsonWebKey } from 'node:crypto';
import { SshClient, makeTemporaryFolder, waitFor, type ProjectRecord, type TemporaryFolder } from '@hearth/testing';
import { Runner } from '../clients/gitlab-runner.js';
import { hearth, setting } from '../system/hearth.js';
import { newPerson, remoteOf, type Person } from '../system/people.js';
import { newProject, projectPath } from '../system/projects.js';
import { WorkingCopy } from '../system/working-copy.js';

const CONFIGURATION = `
deploy:
  script: [./deploy]
  rules: [{if: $DEPLOY == "yes"}]
  id_tokens: {VAULT_ID_TOKEN: {aud: "https://vault.example.com"}}
  release: {tag_name: v1, description: First}
`;

const decoded = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;

describe('push options', () => {
  let folder: TemporaryFolder;
  let owner: Person;
  let project: ProjectRecord;
  let copy: WorkingCopy;
  let remote: string;

  const read = <T>(rest: string) => owner.api.read<T>(`${projectPath(project)}${rest}`);
  const pipelineOf = (sha: string) =>
    waitFor('the pipeline', async () => (await read<{ status: string }[]>(`/pipelines?sha=${sha}`))[0]);

  beforeAll(async () => {
    folder = await makeTemporaryFolder('push-options');
    owner = await newPerson('pusher');
    copy = await WorkingCopy.create();
    project = await newProject(owner, 'optional', 'private');
    remote = remoteOf(owner, project.path_with_namespace);
  });
  afterAll(async () => {
    await copy?.remove();
    await folder?.remove();
  });

  it('skip a pipeline, also over SSH', async () => {
    const first = await copy.commit('.gitlab-ci.yml', 'a: {script: [a]}');
    await copy.push(remote, '-o', 'ci.skip', 'HEAD:refs/heads/main');
    expect((await pipelineOf(first)).status).toBe('skipped');
    const ssh = await SshClient.make(folder.path, Number(setting('HEARTH_E2E_SSH_PORT')));
    (await owner.api.post('/user/keys', { title: 'laptop', key: ssh.publicKey })).expect(201);
    const second = await copy.commit('README.md', 'One\n');
    const words = ['push', '-o', 'ci.skip', ssh.urlOf(project.path_with_namespace), 'HEAD:refs/heads/main'];
    expect((await copy.git.attempt(words, { environment: ssh.environment })).code).toBe(0);
    expect((await pipelineOf(second)).status).toBe('skipped');
  });

  it('open a merge request, and give variables to a job that gets an id_token', async () => {
    const runner = await Runner.ofProject(owner.api, projectPath(project));
    const sha = await copy.commit('.gitlab-ci.yml', CONFIGURATION, 'Deploy by hand');
    const options = ['ci.variable=DEPLOY=yes', 'merge_request.create', 'merge_request.label=ops'];
    await copy.push(remote, ...options.flatMap((option) => ['-o', option]), 'HEAD:refs/heads/topic');
    const mergeRequest = await waitFor('the merge request', async () => (await read<object[]>('/merge_requests'))[0]);
    expect(mergeRequest).toMatchObject({ title: 'Deploy by hand', source_branch: 'topic', labels: ['ops'], sha });

    const job = await runner.take();
    expect(job.steps.map(({ name }) => name)).toEqual(['script', 'release']);
    const { value: token } = job.variables.find(({ key }) => key === 'VAULT_ID_TOKEN')!;
    const [head, body, signature] = token.split('.') as [string, string, string];
    const { keys } = (await (await fetch(`${hearth.url}/oauth/discovery/keys`)).json()) as { keys: JsonWebKey[] };
    const key = createPublicKey({ key: keys.find(({ kid }) => kid === decoded(head)['kid'])!, format: 'jwk' });
    const isSigned = verify('sha256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'));
    const path = project.path_with_namespace;
    expect([isSigned, decoded(body)]).toMatchObject([
      true,
      {
        ...{ sub: `project_path:${path}:ref_type:branch:ref:topic`, aud: 'https://vault.example.com', sha },
        ...{ job_id: String(job.id), pipeline_source: 'push', user_login: owner.username },
      },
    ]);
    await runner.report(job, 'success', '');
  });
});

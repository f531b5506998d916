import { CreatePushPipeline } from '../push-pipelines/create.js';
import { CiApp } from '../testing/ci-app.js';
import { RunnerClient } from '../testing/runner-client.js';

const CONFIG = `
test:
  script: npm test
  image: {name: node, pull_policy: [always], docker: {platform: linux/arm64}, kubernetes: {user: 1001}}
  services: [{name: postgres, alias: db, variables: {POSTGRES_DB: test}}]
  cache:
    - {key: {files: [package-lock.json], prefix: npm}, paths: [.npm/], when: always, fallback_keys: [npm]}
    - {key: eslint, paths: [.eslintcache], policy: pull, unprotect: true}
  artifacts: {paths: [coverage/], exclude: [coverage/tmp]}
  timeout: 20 minutes
  hooks: {pre_get_sources_script: git config --global http.version HTTP/1.1}
  after_script: [echo done]
  release: {tag_name: v1, description: First}
`;

describe('containers, caches and artifacts of a job', () => {
  const app = CiApp.inBlock();

  it('reach its runner', async () => {
    const project = app.others.addProject();
    const { id } = project.card;
    const user = app.user(1, project, 30);
    project.branches.set('main', 'a'.repeat(40));
    project.members.set(user.userId, 40);
    project.protectedBranches.add('main');
    project.files.set('.gitlab-ci.yml', CONFIG).set('package-lock.json', '{}');
    const push = { projectId: id, sequence: 1, ref: 'main', tag: false, oldId: null, newId: 'a'.repeat(40) };
    await app.get(CreatePushPipeline).execute({ ...push, userId: user.userId }, new AbortController());
    const job = await (await RunnerClient.register(app, `project-${id}`)).take();
    expect(job).toMatchObject({
      image: {
        name: 'node',
        pull_policy: ['always'],
        executor_opts: { docker: { platform: 'linux/arm64' }, kubernetes: { user: '1001' } },
      },
      services: [{ name: 'postgres', alias: 'db', variables: [{ key: 'POSTGRES_DB', value: 'test' }] }],
      cache: [
        {
          ...{ key: expect.stringMatching(/^npm-[\da-f]{40}-protected$/), paths: ['.npm/'], when: 'always' },
          fallback_keys: ['npm-protected'],
        },
        { key: 'eslint-non_protected', policy: 'pull' },
      ],
      artifacts: [{ paths: ['coverage/'], exclude: ['coverage/tmp'] }],
      hooks: [{ name: 'pre_get_sources_script', script: ['git config --global http.version HTTP/1.1'] }],
      runner_info: { timeout: 1_200 },
      steps: [
        { name: 'script', script: ['npm test'] },
        {
          ...{ name: 'release', script: ['release-cli create --description "First" --tag-name "v1"'] },
          ...{ timeout: 1_200, when: 'on_success', allow_failure: false },
        },
        { name: 'after_script', when: 'always' },
      ],
    });
  });
});

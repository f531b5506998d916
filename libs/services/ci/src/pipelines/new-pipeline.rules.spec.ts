import { readConfiguration, type Configuration } from '../configuration/configuration.rules.js';
import { inEnvironment, plannedBuilds, skipsCi } from './new-pipeline.rules.js';
import { expanded, listed, pipelineVariables, slug } from './variables.rules.js';

const SUBJECT = { ref: 'main', tag: false, source: 'push', projectPath: 'group/project', protected: true } as const;
const read = (text: string) => (readConfiguration(text) as { configuration: Configuration }).configuration;
const plan = (text: string, subject = {}, variables = {}, secrets = {}) =>
  plannedBuilds(read(text), { ...SUBJECT, ...subject }, listed(variables), listed(secrets));
const values = (variables: readonly { key: string; value: string }[]) =>
  Object.fromEntries(variables.map(({ key, value }) => [key, value]));

describe('the jobs of a pipeline', () => {
  it('are those that are wanted, by their stages', () => {
    const text = `
ship: {stage: deploy, script: a, when: manual, only: [main]}
unit: {script: b, tags: [ruby], retry: 1}
release: {script: c, only: [tags]}
compile: {stage: build, script: d}
`;
    const names = (subject: object) => plan(text, subject).map(({ name, stageIndex }) => `${name} ${stageIndex}`);
    expect(names({})).toEqual(['compile 0', 'unit 1', 'ship 2']);
    expect(names({ ref: 'v1', tag: true })).toEqual(['compile 0', 'unit 1', 'release 1']);
    expect(plan(text)[1]).toMatchObject({
      ...{ name: 'unit', stage: 'test', when: 'on_success', allowFailure: false, options: { script: ['b'] } },
      ...{ tags: ['ruby'], protected: true, retries: 1, timeoutSeconds: 3600, coverageRegex: null, environment: null },
    });
    expect(values(plan(text)[2]!.variables)).toEqual({
      CI_JOB_NAME: 'ship',
      CI_JOB_STAGE: 'deploy',
      CI_JOB_MANUAL: 'true',
    });
  });

  it('have the variables of the pipeline, and their own above them', () => {
    const [build] = plan(
      'variables: {A: global, B: global}\na: {script: a, variables: {B: job}}',
      {},
      { A: 'x', C: 'y' },
    );
    expect(values(build!.variables)).toMatchObject({ A: 'global', B: 'job', C: 'y' });
    expect(plan('a: {script: a, only: {variables: [$A]}}')).toEqual([]);
    expect(plan('a: {script: a, only: {variables: [$A]}}', {}, { A: '1' })).toHaveLength(1);
  });

  it('are decided on by the variables of the project, which they do not keep', () => {
    const text = `
variables: {HOST: example.com}
a: {script: a, only: {variables: [$KEY]}, environment: {name: "for/$HOST", url: "https://$KEY.$CI_ENVIRONMENT_SLUG"}}
`;
    const secrets = { KEY: 'k', HOST: 'own', CI_ENVIRONMENT_SLUG: 'no' };
    expect(plan(text)).toEqual([]);
    const [build] = plan(text, {}, {}, secrets);
    expect(build!.environment).toMatchObject({ name: 'for/own' });
    expect(values(build!.variables)).toEqual({
      ...{ HOST: 'example.com', CI_JOB_NAME: 'a', CI_JOB_STAGE: 'test', CI_ENVIRONMENT_NAME: 'for/own' },
    });
    const made = inEnvironment(build!, new Map([['for/own', 'for-own']]), listed(secrets));
    expect(made.options.environment).toMatchObject({ url: 'https://k.for-own' });
    expect(values(made.variables)).not.toHaveProperty('KEY');
  });

  it('deploy to environments whose names and URLs may have variables', () => {
    const text = `
variables: {HOST: example.com}
a:
  script: a
  environment: {name: review/$CI_COMMIT_REF_NAME, url: "https://$CI_ENVIRONMENT_SLUG.$HOST/%CI_JOB_NAME%", on_stop: b}
b: {script: b, environment: {name: review/$CI_COMMIT_REF_NAME, action: stop}}
`;
    const [build] = plan(text, {}, { CI_COMMIT_REF_NAME: 'x' });
    expect(build!.environment).toMatchObject({ name: 'review/x' });
    const { options, variables } = inEnvironment(build!, new Map([['review/x', 'review-x-abc123']]), []);
    const url = 'https://review-x-abc123.example.com/a';
    expect(options.environment).toEqual({ name: 'review/x', url, action: 'start', onStop: 'b' });
    expect(values(variables)).toMatchObject({
      CI_ENVIRONMENT_NAME: 'review/x',
      CI_ENVIRONMENT_SLUG: 'review-x-abc123',
      CI_ENVIRONMENT_URL: url,
    });
    expect(inEnvironment(plan('a: {script: a}')[0]!, new Map(), []).options).toEqual({ script: ['a'] });
  });
});

describe('predefined variables', () => {
  it('describe project, commit and user', () => {
    const context = {
      project: { id: 7, fullPath: 'group/sub/My_Project', visibility: 'private' } as never,
      ...{ ref: 'Feature/A', tag: false, commit: { id: 'a'.repeat(40) }, configPath: '.gitlab-ci.yml' },
      source: 'push' as const,
      user: { id: 3, username: 'ada', name: 'Ada', email: 'ada@example.com' } as never,
    } as const;
    expect(values(pipelineVariables(context))).toEqual({
      ...{ CI: 'true', GITLAB_CI: 'true', CI_SERVER_NAME: 'GitLab', CI_CONFIG_PATH: '.gitlab-ci.yml' },
      ...{ CI_COMMIT_SHA: 'a'.repeat(40), CI_COMMIT_REF_NAME: 'Feature/A', CI_COMMIT_REF_SLUG: 'feature-a' },
      ...{ CI_PIPELINE_SOURCE: 'push', CI_PROJECT_ID: '7', CI_PROJECT_NAME: 'My_Project' },
      ...{ CI_PROJECT_PATH: 'group/sub/My_Project', CI_PROJECT_PATH_SLUG: 'group-sub-my-project' },
      ...{ CI_PROJECT_NAMESPACE: 'group/sub', CI_PROJECT_VISIBILITY: 'private' },
      ...{
        GITLAB_USER_ID: '3',
        GITLAB_USER_LOGIN: 'ada',
        GITLAB_USER_NAME: 'Ada',
        GITLAB_USER_EMAIL: 'ada@example.com',
      },
    });
    const tagged = values(pipelineVariables({ ...context, ref: 'v1', tag: true, user: null, source: 'trigger' }));
    expect(tagged).toMatchObject({ CI_COMMIT_TAG: 'v1', CI_PIPELINE_TRIGGERED: 'true' });
    expect(tagged).not.toHaveProperty('GITLAB_USER_ID');
  });

  it.each([
    ['Feature/A', 'feature-a'],
    ['-a-', 'a'],
    [`${'a'.repeat(62)}/b`, 'a'.repeat(62)],
  ])('a ref %s is %s in host names', (ref, expected) => expect(slug(ref)).toBe(expected));

  it.each([
    ['$A-${A}-%A%', 'x-x-x'],
    ['$B', ''],
    ['$AB$A', 'x'],
    ['$1 % A %', '$1 % A %'],
    ['a${', 'a${'],
  ])('%s is expanded to %j', (text, expected) => expect(expanded(text, new Map([['A', 'x']]))).toBe(expected));
});

it.each([
  ['Fix [ci skip]', true],
  ['[Skip CI]\n\nmore', true],
  ['Skip ci', false],
  ['', false],
])('the message %j asks for no jobs: %j', (message, skips) => expect(skipsCi(message)).toBe(skips));

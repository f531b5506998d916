import {
  environmentName,
  inEnvironment,
  plannedRows,
  skipsCi,
  type PipelineRows,
  type PlanEvent,
} from './new-pipeline.rules.js';
import { listed } from './variables.rules.js';

const PIPELINE: PlanEvent['pipeline'] = {
  ...{ id: null, source: 'push', ref: 'main', tag: false, sha: 'a'.repeat(40), beforeSha: null },
  configPath: '.gitlab-ci.yml',
};
const project = { id: 7, fullPath: 'group/project', visibility: 'private' } as PlanEvent['project'];
const scoped = (variables: object, environmentScope = '*') =>
  listed({ ...variables }).map((variable) => ({ ...variable, environmentScope, level: 1 }));
const rows = (text: string, pipeline = {}, variables = {}) => {
  const event = { project, user: null, protected: true, pipeline: { ...PIPELINE, ...pipeline } };
  const files = { [event.pipeline.configPath]: text };
  return plannedRows({ files, variables: scoped(variables), event }) as PipelineRows;
};
const plan = (...given: Parameters<typeof rows>) => rows(...given).builds;

describe('the jobs of a pipeline', () => {
  it('are those that are wanted, by their stages', () => {
    const text = `
ship: {stage: deploy, script: a, when: manual, only: [main]}
unit: {script: b, tags: [ruby], retry: 1}
release: {script: c, only: [tags]}
compile: {stage: build, script: d}
`;
    const names = (pipeline: object) => plan(text, pipeline).map(({ name, stageIndex }) => `${name} ${stageIndex}`);
    expect(names({})).toEqual(['compile 0', 'unit 1', 'ship 2']);
    expect(names({ ref: 'v1', tag: true })).toEqual(['compile 0', 'unit 1', 'release 1']);
    expect(plan(text)[1]).toEqual({
      ...{ name: 'unit', stage: 'test', stageIndex: 1, when: 'on_success', allowFailure: false, tags: ['ruby'] },
      ...{ options: { script: ['b'] }, variables: [], protected: true, retries: 1, timeoutSeconds: 3600 },
      ...{ coverageRegex: null, environment: null },
    });
  });

  it('keep their own variables, the pipeline those of all', () => {
    const { builds, variables } = rows('variables: {A: global, B: global}\na: {script: a, variables: {B: job}}');
    expect([variables, builds[0]!.variables]).toEqual([listed({ A: 'global', B: 'global' }), listed({ B: 'job' })]);
  });

  it.each<[string, object, object, boolean]>([
    ['$A', {}, {}, false],
    ['$A', {}, { A: '1' }, true],
    ['$CI_COMMIT_REF_NAME == "main"', {}, {}, true],
    ['$CI_JOB_NAME == "a"', {}, {}, true],
    ['$CI_CONFIG_PATH == "ci.yml"', { configPath: 'ci.yml' }, {}, true],
    ['$CI_PIPELINE_SOURCE == "api"', { source: 'api' }, {}, true],
    ['$CI_COMMIT_TAG', {}, {}, false],
    ['$CI_COMMIT_TAG', { ref: 'v1', tag: true }, {}, true],
  ])('are decided on by variables: %s of %j with %j: %j', (expression, pipeline, secrets, isWanted) => {
    const text = `a: {script: a, only: {variables: ['${expression}']}}`;
    expect(plan(text, pipeline, secrets)).toHaveLength(isWanted ? 1 : 0);
  });

  it('deploy to environments whose names and URLs may have variables, which are not kept', () => {
    const text = `
variables: {HOST: example.com}
a:
  script: a
  environment: {name: review/$CI_COMMIT_REF_NAME/$HOST, url: "https://$CI_ENVIRONMENT_SLUG.$HOST/$KEY/%CI_JOB_NAME%", on_stop: b}
b: {script: b, environment: {name: review/$CI_COMMIT_REF_NAME/$HOST, action: stop}}
`;
    const secrets = { KEY: 'k', HOST: 'own', CI_ENVIRONMENT_SLUG: 'no' };
    const [build, stop] = plan(text, { ref: 'x' }, secrets);
    expect([build!, stop!].map((each) => environmentName(each, 5))).toEqual(['review/x/own', 'review/x/own']);
    const slugs = new Map([['review/x/own', 'review-x-own-abc123']]);
    const { options, variables } = inEnvironment(build!, 5, slugs);
    expect(options.environment).toEqual({
      ...{ name: 'review/x/own', slug: 'review-x-own-abc123', url: 'https://review-x-own-abc123.own/k/a' },
      ...{ action: 'start', onStop: 'b' },
    });
    expect(variables).toEqual([]);
    expect(inEnvironment(stop!, 5, slugs).options.environment).toMatchObject({ action: 'stop', url: null });
  });

  it('deploy where the id of the pipeline says', () => {
    const environment = '{name: review/$CI_PIPELINE_ID, url: "https://$CI_PIPELINE_ID.$CI_ENVIRONMENT_NAME/"}';
    const [build] = plan(`a: {script: a, environment: ${environment}}`);
    expect(environmentName(build!, 5)).toBe('review/5');
    expect(inEnvironment(build!, 5, new Map()).options.environment!.url).toBe('https://5.review/5/');
  });

  it('deploy nowhere without an environment', () => {
    const [build] = plan('a: {script: a}');
    expect(environmentName(build!, 5)).toBeUndefined();
    expect(inEnvironment(build!, 5, new Map()).options).toEqual({ script: ['a'] });
  });
});

it.each([
  ['Fix [ci skip]', true],
  ['[Skip CI]\n\nmore', true],
  ['[ci-skip]', true],
  ['[skip_ci]', true],
  ['Skip ci', false],
  ['[ci  skip]', false],
  ['', false],
])('the message %j asks for no jobs: %j', (message, skips) => expect(skipsCi(message)).toBe(skips));

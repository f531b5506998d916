import { readConfiguration, type Configuration } from '../configuration/configuration.rules.js';
import { environmentName, inEnvironment, plannedBuilds, skipsCi, type PlanContext } from './new-pipeline.rules.js';
import { listed, valuesOf } from './variables.rules.js';

const PIPELINE: PlanContext['pipeline'] = {
  ...{ id: null, source: 'push', ref: 'main', tag: false, sha: 'a'.repeat(40), beforeSha: null },
  configPath: '.gitlab-ci.yml',
};
const project = { id: 7, fullPath: 'group/project', visibility: 'private' } as PlanContext['project'];
const context = (pipeline = {}, secrets = {}): PlanContext => ({
  ...{ project, user: null, protected: true, secrets: listed(secrets) },
  pipeline: { ...PIPELINE, ...pipeline },
});
const read = (text: string) => (readConfiguration(text) as { configuration: Configuration }).configuration;
const plan = (text: string, pipeline = {}, secrets = {}) => plannedBuilds(read(text), context(pipeline, secrets));
const values = (variables: Parameters<typeof valuesOf>[0]) => Object.fromEntries(valuesOf(variables));

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

  it('keep the variables of the configuration, their own above those of all', () => {
    const [build] = plan('variables: {A: global, B: global}\na: {script: a, variables: {B: job}}');
    expect(values(build!.variables)).toEqual({ A: 'global', B: 'job' });
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
    const made = context({ ref: 'x', id: 5 }, secrets);
    expect([build!, stop!].map((each) => environmentName(each, made))).toEqual(['review/x/own', 'review/x/own']);
    const slugs = new Map([['review/x/own', 'review-x-own-abc123']]);
    const { options, variables } = inEnvironment(build!, made, slugs);
    expect(options.environment).toEqual({
      ...{ name: 'review/x/own', slug: 'review-x-own-abc123', url: 'https://review-x-own-abc123.own/k/a' },
      ...{ action: 'start', onStop: 'b' },
    });
    expect(values(variables)).toEqual({ HOST: 'example.com' });
    expect(inEnvironment(stop!, made, slugs).options.environment).toMatchObject({ action: 'stop', url: null });
  });

  it('deploy where the id of the pipeline says', () => {
    const [build] = plan('a: {script: a, environment: {name: review/$CI_PIPELINE_ID}}');
    expect(environmentName(build!, context({ id: 5 }))).toBe('review/5');
  });

  it('deploy nowhere without an environment', () => {
    const [build] = plan('a: {script: a}');
    expect(environmentName(build!, context())).toBeUndefined();
    expect(inEnvironment(build!, context(), new Map()).options).toEqual({ script: ['a'] });
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

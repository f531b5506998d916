import {
  environmentName,
  completed,
  plannedRows,
  skipsCi,
  type PipelineRows,
  type PlanEvent,
} from './new-pipeline.rules.js';
import type { KnownFacts } from '../configuration/conditions/known-facts.js';
import { listed } from '../pipelines/predefined.rules.js';

const PIPELINE: PlanEvent['pipeline'] = {
  ...{
    id: null,
    iid: null,
    createdAt: null,
    source: 'push',
    ref: 'main',
    tag: false,
    sha: 'a'.repeat(40),
    beforeSha: null,
  },
  configPath: '.gitlab-ci.yml',
};
const project = {
  id: 7,
  name: 'Project',
  fullPath: 'group/project',
  visibility: 'private',
  description: null,
  defaultBranch: 'main',
} as PlanEvent['project'];
const signature = { name: 'Ada', email: 'ada@example.com', seconds: 1_500_000_000, offsetMinutes: 60 };
const COMMIT = { author: signature, committer: signature, message: 'Repair it\n\nsecurity' };
const scoped = (variables: object, environmentScope = '*') =>
  listed({ ...variables }).map((variable) => ({ ...variable, environmentScope, level: 1 }));
const ID = { id: 5, iid: 2 };
const planned = (text: string, pipeline = {}, variables = {}, facts: KnownFacts = { changes: {} }) => {
  const event = { project, commit: COMMIT, user: null, protected: true, pipeline: { ...PIPELINE, ...pipeline } };
  const files = { [event.pipeline.configPath]: text };
  return plannedRows({ files, variables: scoped(variables), event, facts });
};
const rows = (...given: Parameters<typeof planned>) => planned(...given) as PipelineRows;
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
      ...{ coverageRegex: null, environment: null, resourceGroup: null, needs: null },
    });
  });

  it('may be before and after all stages, but not alone', () => {
    const edges = 'z: {stage: .post, script: a}\na: {stage: .pre, script: a}';
    expect(plan(edges)).toEqual([]);
    const names = plan(`${edges}\nb: {stage: deploy, script: a}`).map(
      ({ name, stageIndex }) => `${name} ${stageIndex}`,
    );
    expect(names).toEqual(['a -1', 'b 2', 'z 3']);
  });

  it('are decided on by the variables that they inherit', () => {
    const inherited = (inherit: string) =>
      plan(`variables: {A: '1'}\na: {script: a, inherit: {variables: ${inherit}}, rules: [{if: $A}]}`).length;
    expect([inherited('true'), inherited('[A]'), inherited('[B]'), inherited('false')]).toEqual([1, 1, 0, 0]);
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
    ['$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH', {}, {}, true],
    ['$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH', { ref: 'x' }, {}, false],
    ['$CI_COMMIT_BRANCH', { ref: 'v1', tag: true }, {}, false],
    ['$CI_COMMIT_MESSAGE =~ /security$/', {}, {}, true],
    ['$CI_COMMIT_TITLE == "Repair it"', {}, {}, true],
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
    expect([build!, stop!].map((each) => environmentName(each, ID))).toEqual(['review/x/own', 'review/x/own']);
    const slugs = new Map([['review/x/own', 'review-x-own-abc123']]);
    const { options, variables } = completed(build!, ID, slugs);
    expect(options.environment).toEqual({
      ...{ name: 'review/x/own', slug: 'review-x-own-abc123', url: 'https://review-x-own-abc123.own/k/a' },
      ...{ action: 'start', onStop: 'b' },
    });
    expect(variables).toEqual([]);
    expect(completed(stop!, ID, slugs).options.environment).toMatchObject({
      action: 'stop',
      url: null,
    });
  });

  it('deploy where the id of the pipeline says', () => {
    const environment =
      '{name: review/$CI_PIPELINE_ID-$CI_PIPELINE_IID, url: "https://$CI_PIPELINE_ID.$CI_ENVIRONMENT_NAME/"}';
    const [build] = plan(`a: {script: a, environment: ${environment}}`);
    expect(environmentName(build!, ID)).toBe('review/5-2');
    expect(completed(build!, ID, new Map()).options.environment!.url).toBe('https://5.review/5-2/');
  });

  it('deploy nowhere without an environment', () => {
    const [build] = plan('a: {script: a}');
    expect(environmentName(build!, ID)).toBeUndefined();
    expect(completed(build!, ID, new Map()).options).toEqual({ script: ['a'] });
  });
});

describe('the resource group of a job', () => {
  it('may have variables, also those of its environment and of the ids of the pipeline', () => {
    const text =
      'a: {script: a, environment: {name: live}, resource_group: $CI_COMMIT_REF_NAME/$CI_ENVIRONMENT_SLUG-$CI_PIPELINE_IID}';
    const [build] = plan(text);
    const slugOf = new Map([['live', 'live-1']]);
    expect(completed(build!, ID, slugOf).resourceGroup).toBe('main/live-1-2');
  });

  it('is refused with a key that no group may have', () => {
    const failure =
      "can contain only letters, digits, '-', '_', '/', '$', '{', '}', '.', and spaces, but it cannot start or end with '/'";
    expect(planned("a: {script: a, resource_group: 'a:b'}")).toEqual({
      errors: [`jobs:a resource group ${failure} (.gitlab-ci.yml:1)`],
    });
    expect(planned("a: {script: a, resource_group: '$A'}")).toMatchObject({
      errors: ["jobs:a resource group can't be blank (.gitlab-ci.yml:1)"],
    });
    expect(planned('a: {script: a, resource_group: [b]}')).toEqual({
      errors: ['jobs:a resource group should be a string (.gitlab-ci.yml:1)'],
    });
  });
});

describe('the keys of caches', () => {
  const text = 'a: {script: a, cache: [{key: k}, {key: {files: [a.lock, none], prefix: p}}, {key: {files: [none]}}]}';

  it('are digests of the files that exist', () => {
    const blobs = ['a.lock', 'none'];
    expect(planned(text)).toEqual({ missing: { changes: [], paths: false, files: [], blobs } });
    const keys = (id: string) => {
      const facts = { changes: {}, blobs: { 'a.lock': id, none: null } };
      return plan(text, {}, {}, facts)[0]!.options.caches!.map(({ key }) => key);
    };
    expect(keys('1')).toEqual(['k', 'p-356a192b7913b04c54574d18c28d46e6395428ab', 'default']);
    expect(keys('2')[1]).not.toBe(keys('1')[1]);
  });
});

describe('the needs of a job', () => {
  const needs = (...given: Parameters<typeof planned>) =>
    rows(...given).builds.map(({ name, needs: names, options }) => [name, names, options.dependencies]);

  it('are the jobs of the pipeline that it waits for, whose artifacts it gets', () => {
    const text = `
a: {script: a}
b: {script: b, only: [tags]}
c: {script: c, needs: []}
d: {script: d, needs: [a, {job: c, artifacts: false}, {job: b, optional: true}]}
e: {script: e, stage: deploy, needs: [d, a], dependencies: [a]}
`;
    expect(needs(text)).toEqual([
      ['a', null, undefined],
      ['c', [], []],
      ['d', ['a', 'c'], ['a']],
      ['e', ['d', 'a'], ['a']],
    ]);
  });

  it('are every part of a parallel job', () => {
    const text =
      'a: {script: a, parallel: 2}\nb: {script: b, needs: [a], rules: [{needs: [{job: a, artifacts: false}]}]}';
    expect(needs(text).at(-1)).toEqual(['b', ['a 1/2', 'a 2/2'], []]);
  });

  it('have to be in the pipeline, unless they are optional', () => {
    const text = 'a: {script: a, rules: [{if: $A}]}\nb: {script: b, needs: [a]}';
    const error = "'b' job needs 'a' job, but 'a' does not exist in the pipeline";
    expect(planned(text)).toEqual({ errors: [`${error} (.gitlab-ci.yml:2)`] });
    expect(needs(text, {}, { A: '1' })).toHaveLength(2);
    const parallel = 'b: {script: b, parallel: 50, rules: [{needs: [a]}]}';
    expect(planned(parallel)).toEqual({ errors: [`${error.replace('b', 'b 1/50')} (.gitlab-ci.yml:1)`] });
    expect(planned('b: {script: b, rules: [{needs: [x]}]}')).toEqual({
      errors: [`${error.replaceAll("'a'", "'x'")} (.gitlab-ci.yml:1)`],
    });
  });
});

describe('the rules of a job', () => {
  const job = (rules: string, more = '') => `a: {script: a, ${more} rules: [${rules}]}`;
  const first = (...given: Parameters<typeof planned>) => {
    const [build] = plan(...given);
    return build && { when: build.when, allowFailure: build.allowFailure, variables: build.variables };
  };

  it.each<[string, string, object | undefined]>([
    ['', '', undefined],
    ['{if: \'$A == "1"\'}', '', { when: 'on_success', allowFailure: false, variables: [] }],
    ['{if: \'$A == "2"\'}', '', undefined],
    ["{if: '$A', when: never}, {when: always}", '', undefined],
    ["{if: '$B', when: never}, {when: always}", '', { when: 'always', allowFailure: false, variables: [] }],
    ['{when: manual}', '', { when: 'manual', allowFailure: false, variables: [] }],
    ['{when: manual, allow_failure: true}', '', { when: 'manual', allowFailure: true, variables: [] }],
    ['{}', 'when: manual,', { when: 'manual', allowFailure: false }],
    ["{if: '$A'}", 'when: manual,', { when: 'manual', allowFailure: false, variables: [] }],
    ["{if: '$A', allow_failure: false}", 'allow_failure: true,', { allowFailure: false }],
    [
      "{if: '$A', variables: {X: rule}}",
      'variables: {X: job, Y: job},',
      { variables: listed({ X: 'rule', Y: 'job' }) },
    ],
    ["[{if: '$B'}, [{if: '$A', when: on_failure}]]", '', { when: 'on_failure' }],
    ['{if: \'$CI_PIPELINE_SOURCE == "push" && $CI_COMMIT_BRANCH\'}', '', { when: 'on_success' }],
    ["{if: '$OWN =~ /^x/'}", 'variables: {OWN: xyz},', { when: 'on_success' }],
  ])('%s with %j: %j', (rules, more, expected) => {
    const found = first(job(rules, more), {}, { A: '1' });
    if (expected) expect(found).toMatchObject(expected);
    else expect(found).toBeUndefined();
  });

  it('may delay it', () => {
    const [build] = plan(job('{if: $A, when: delayed, start_in: 2 hours}'), {}, { A: '1' });
    expect([build!.when, build!.options.startInSeconds]).toEqual(['delayed', 7_200]);
  });

  it.each([
    ['{if: $A, interruptible: true}', '', true],
    ['{if: $A, interruptible: false}', 'interruptible: true,', undefined],
    ['{if: $A}', 'interruptible: true,', true],
  ])('may be interruptible: %s with %j', (rules, more, expected) => {
    expect(plan(job(rules, more), {}, { A: '1' })[0]!.options.interruptible).toBe(expected);
  });

  it.each<[string, string]>([
    ['rules: a', 'jobs:a:rules config should be a array'],
    ['rules: [a]', 'jobs:a:rules:rule config should be a hash'],
    ['rules: [{only: a}]', 'jobs:a:rules:rule config contains unknown keys: only'],
    ['rules: [{if: "$A =="}]', 'jobs:a:rules:rule if invalid expression syntax'],
    ['rules: [{when: later}]', 'jobs:a:rules:rule when unknown value: later'],
    ['rules: [{when: delayed}]', 'jobs:a:rules:rule start in should be a duration'],
    ['rules: [{start_in: 1 day}]', 'jobs:a:rules:rule start in must be blank'],
    ['rules: [{changes: a}]', 'jobs:a:rules:rule:changes config should be an array of strings'],
    ['rules: [{changes: {compare_to: a}}]', "jobs:a:rules:rule:changes config can't be blank"],
    ['rules: [{exists: {project: a}}]', 'jobs:a:rules:rule:exists config contains unknown keys: project'],
    ['rules: [], only: [main], except: [tags]', 'jobs:a config key may not be used with `rules`: only, except'],
  ])('are refused: %s', (text, error) =>
    expect(planned(`a: {script: a, ${text}}`)).toEqual({ errors: [`${error} (.gitlab-ci.yml:1)`] }),
  );

  it('ask for the changed files and for all files only when a condition needs them', () => {
    // Until it is known, a file counts as existing: the third rule is not reached.
    const text = job(
      "{if: '$A', changes: [docs/*]}, {exists: [Dockerfile]}, {changes: {paths: [a], compare_to: main}}",
    );
    expect(planned(text)).toEqual({ missing: { changes: [], paths: true, files: [], blobs: [] } });
    expect(planned(text, {}, { A: '1' })).toEqual({ missing: { changes: [''], paths: false, files: [], blobs: [] } });
    expect(planned(job("{if: '$B', changes: [a]}"))).toMatchObject({ builds: [] });
  });

  const files = {
    changes: { '': ['docs/guide/a.md', 'src/b.ts'], main: ['Makefile'] },
    paths: ['go.mod', 'sub/go.sum'],
  };

  it.each<[string, boolean]>([
    ['{changes: ["docs/**/*"]}', true],
    ['{changes: ["docs/*"]}', false],
    ['{changes: ["**/*.md"]}', true],
    ['{changes: ["$DIR/**/*"]}', true],
    ['{changes: {paths: ["Makefile"]}}', false],
    ['{changes: {paths: ["Makefile"], compare_to: main}}', true],
    ['{exists: [go.mod]}', true],
    ['{exists: [go.sum]}', false],
    ['{exists: {paths: ["**/go.sum"]}}', true],
    ['{changes: [src/b.ts], exists: [missing]}', false],
  ])('match files: %s: %j', (rule, isIncluded) => {
    expect(rows(job(rule), {}, { DIR: 'docs' }, files).builds).toHaveLength(isIncluded ? 1 : 0);
  });

  it('count changes as there and files as existing when they are unknown', () => {
    expect(rows(job('{changes: [a]}'), {}, {}, { changes: { '': null } }).builds).toHaveLength(1);
    expect(rows(job('{exists: [a]}'), {}, {}, { changes: {}, paths: null }).builds).toHaveLength(1);
  });
});

describe('the workflow of a configuration', () => {
  const WORKFLOW = `
workflow:
  rules:
    - {if: '$CI_COMMIT_TAG', when: never}
    - {if: '$CI_COMMIT_REF_NAME == "main"', variables: {TARGET: production}}
    - {if: '$A'}
variables: {TARGET: staging}
a: {script: a, rules: [{if: '$TARGET == "production"'}]}
b: {script: b}
`;
  const names = (...given: [object, object?]) => plan(WORKFLOW, ...given).map(({ name }) => name);

  it('decides whether there is a pipeline, and gives it variables', () => {
    expect(rows(WORKFLOW, { ref: 'x' })).toMatchObject({
      refusal: 'Pipeline filtered out by workflow rules.',
      builds: [],
    });
    expect(rows(WORKFLOW, { ref: 'v1', tag: true }, { A: '1' })).toMatchObject({
      refusal: 'Pipeline filtered out by workflow rules.',
      builds: [],
    });
    expect(names({})).toEqual(['a', 'b']);
    expect(names({ ref: 'x' }, { A: '1' })).toEqual(['b']);
    expect(rows(WORKFLOW).variables).toEqual(listed({ TARGET: 'production' }));
  });

  it('names the pipeline, by the variables of its rules', () => {
    const named = (workflow: string) => rows(`workflow: ${workflow}\na: {script: a}`).name;
    expect(named('{}')).toBeNull();
    expect(named('{name: " $NONE "}')).toBeNull();
    expect(named('{name: "$A of $CI_COMMIT_BRANCH ", rules: [{variables: {A: tests}}]}')).toEqual(['tests of main']);
    expect(named('{name: "$CI_PIPELINE_IID: $CI_PIPELINE_ID"}')).toEqual(['', ':']);
  });

  it('says when its jobs are canceled', () => {
    const canceled = (workflow: string) => rows(`workflow: ${workflow}\na: {script: a}`).autoCancel;
    expect(canceled('{}')).toEqual({ onNewCommit: 'conservative', onJobFailure: 'none' });
    const auto = 'auto_cancel: {on_new_commit: interruptible, on_job_failure: all}';
    expect(canceled(`{${auto}}`)).toEqual({ onNewCommit: 'interruptible', onJobFailure: 'all' });
    const rule = 'rules: [{auto_cancel: {on_new_commit: none}}]';
    expect(canceled(`{${auto}, ${rule}}`)).toEqual({ onNewCommit: 'none', onJobFailure: 'all' });
  });

  it.each([
    ['workflow: a', 'workflow config should be a hash'],
    ['workflow: {x: 1}', 'workflow config contains unknown keys: x'],
    [`workflow: {name: ${'a'.repeat(256)}}`, 'workflow name is too long (maximum is 255 characters)'],
    [`workflow: {name: ${'$CI_COMMIT_SHA'.repeat(7)}}`, 'workflow name is too long (maximum is 255 characters)'],
    ['workflow: {auto_cancel: all}', 'workflow:auto_cancel config should be a hash'],
    ['workflow: {auto_cancel: {on_failure: all}}', 'workflow:auto_cancel config contains unknown keys: on_failure'],
    [
      'workflow: {auto_cancel: {on_new_commit: all}}',
      'workflow:auto_cancel on new commit must be one of: conservative, interruptible, none',
    ],
    [
      'workflow: {rules: [{auto_cancel: {on_job_failure: some}}]}',
      'workflow:rules:rule:auto_cancel on job failure must be one of: none, all',
    ],
    ['workflow: {rules: [{when: manual}]}', 'workflow:rules:rule when unknown value: manual'],
  ])('is refused: %s', (text, error) => expect(planned(`${text}\na: {script: a}`)).toEqual({ errors: [error] }));
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

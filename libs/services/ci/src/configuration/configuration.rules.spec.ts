import { lintErrors, readConfiguration } from './configuration.rules.js';

const read = (text: string) => {
  const result = readConfiguration(text);
  if (result.error !== null) throw new Error(result.error);
  return (result as Extract<typeof result, { error: null }>).configuration;
};
const job = (text: string, name = 'rspec') => read(text).jobs.find((each) => each.name === name);
const WITHOUT_SETTINGS = {
  configured: 'rspec',
  ...{ stage: 'test', when: 'on_success', allowFailure: false, tags: [], except: undefined, variables: {} },
  ...{
    coverageRegex: null,
    environment: null,
    resourceGroup: null,
    retries: 0,
    timeoutSeconds: 3600,
    only: { refs: expect.any(Array) },
  },
};

/** Uses every key of a configuration. */
const EVERYTHING = `
image: ruby:2.3
services: [postgres, {name: "redis:4", alias: cache, entrypoint: [sh], command: [run]}]
before_script: [bundle]
after_script: [rm -rf tmp]
variables: {A: global, B: 1, C: 1.10, D: true}
stages: [check, ship]
cache: {paths: [vendor/], untracked: true}
rspec:
  stage: check
  script: [rake a, rake b]
  variables: {A: own}
  tags: [ruby, linux]
  allow_failure: true
  retry: 2
  when: always
  coverage: '/Covered: (\\d+)%/'
  artifacts: {name: out, paths: [log/], untracked: true, when: on_failure, expire_in: 1 week}
deploy:
  type: ship
  script: ./ship
  before_script: []
  after_script: []
  image: {name: alpine, entrypoint: ["/bin/sh"]}
  services: []
  cache: {key: "$CI_JOB_NAME", policy: pull}
  dependencies: [rspec]
  environment: {name: production, url: "https://$HOST/", on_stop: stop}
  when: manual
stop:
  stage: ship
  script: ./stop
  allow_failure: false
  when: manual
  environment: {name: production, action: stop}
`;

describe('a configuration', () => {
  it('of one script has one job of the stage test', () => {
    expect(read('rspec: {script: rake}')).toEqual({
      ...{ stages: ['build', 'test', 'deploy'], variables: {}, workflow: {} },
      jobs: [{ ...WITHOUT_SETTINGS, name: 'rspec', options: { script: ['rake'] } }],
    });
  });

  it('is read once, however often it is planned', () => {
    const again = read('a: {script: b}');
    expect(read('a: {script: b} # changed')).toBe(again);
    expect(read('a: {script: c}')).not.toBe(again);
  });

  it('says everything about a job', () => {
    const common = { image: { name: 'ruby:2.3' }, afterScript: ['rm -rf tmp'] };
    expect(job(EVERYTHING)).toEqual({
      ...{ ...WITHOUT_SETTINGS, name: 'rspec', stage: 'check', when: 'always', allowFailure: true },
      ...{ tags: ['ruby', 'linux'], retries: 2, coverageRegex: 'Covered: (\\d+)%' },
      variables: { A: 'own' },
      options: {
        ...common,
        script: ['bundle', 'rake a', 'rake b'],
        services: [{ name: 'postgres' }, { name: 'redis:4', alias: 'cache', entrypoint: ['sh'], command: ['run'] }],
        caches: [{ key: 'default', paths: ['vendor/'], untracked: true, policy: 'pull-push' }],
        artifacts: { name: 'out', paths: ['log/'], untracked: true, when: 'on_failure', expireIn: '1 week' },
      },
    });
    expect(read(EVERYTHING).variables).toEqual({ A: 'global', B: '1', C: '1.10', D: 'true' });
    expect(job(EVERYTHING, 'deploy')).toMatchObject({
      ...{ stage: 'ship', when: 'manual', allowFailure: true, variables: {} },
      environment: { name: 'production', url: 'https://$HOST/', action: 'start', onStop: 'stop' },
      options: {
        ...{ script: ['./ship'], afterScript: [], services: [], dependencies: ['rspec'] },
        image: { name: 'alpine', entrypoint: ['/bin/sh'] },
        caches: [{ key: '$CI_JOB_NAME', paths: [], untracked: false, policy: 'pull' }],
      },
    });
    expect(job(EVERYTHING, 'stop')).toMatchObject({
      allowFailure: false,
      environment: { name: 'production', url: null, action: 'stop', onStop: null },
    });
  });

  it('shares parts by anchors, and leaves hidden jobs out', () => {
    const text = `
.base: &base
  script: [rake]
  tags: [a]
.variables: &shared {A: '1'}
rspec:
  <<: *base
  variables: *shared
  tags: [b]
`;
    expect(read(text).jobs).toEqual([
      { ...WITHOUT_SETTINGS, name: 'rspec', tags: ['b'], variables: { A: '1' }, options: { script: ['rake'] } },
    ]);
  });

  it.each([
    ['a text of YAML 1.1 for yes', 'rspec: {script: a, allow_failure: yes}', { allowFailure: true }],
    ['the last of two keys', 'rspec: {script: a, script: b}', { options: { script: ['b'] } }],
    ['stages by their old name', 'types: [x]\nrspec: {script: a, type: x}', { stage: 'x' }],
    [
      'a number of seconds',
      'rspec: {script: a, artifacts: {expire_in: 42}}',
      { options: { artifacts: { expireIn: '42' } } },
    ],
    ['a date as a text', 'rspec: {script: a, variables: {A: 2018-01-15}}', { variables: { A: '2018-01-15' } }],
    ['a folded script', 'rspec:\n  script: >\n    a\n    b\n', { options: { script: ['a b\n'] } }],
    ['names as of any object', 'constructor: {script: a}\nrspec: {script: a}', { name: 'rspec' }],
    ['keys without values', 'image:\nrspec: {script: a, tags: , only: , cache: }', { tags: [] }],
  ])('takes %s', (_, text, expected) => expect(job(text)).toMatchObject(expected));

  it.each<[string, string]>([
    ['', 'Invalid configuration format'],
    ['- a', 'Invalid configuration format'],
    ['text', 'Invalid configuration format'],
    ['a: [', '(<unknown>): unexpected end of the stream within a flow collection at line 1 column 5'],
    ['a: *b', '(<unknown>): unidentified alias "b" at line 1 column 5'],
    ['a: 1\n---\nb: 1', '(<unknown>): more than one document'],
    ['a: !ruby/object:Object {}', "jobs:a config can't be blank"],
    [`a: ${'['.repeat(200)}`, '(<unknown>): nesting exceeded maxDepth (100) at line 1 column 103'],
    [`# ${'x'.repeat(64 * 1024)}`, 'The parsed YAML is too big'],
    ['image: a', 'jobs config should contain at least one visible job'],
    ['.hidden: {script: a}', 'jobs config should contain at least one visible job'],
    ['include: other.yml\nrspec: {script: a}', 'Local file `other.yml` does not have project!'],
    ['before_script: 1', 'before_script config should be a string or an array of strings'],
    ['after_script: [[1]]', 'after_script config should be a string or an array of strings'],
    ['image: [a]', 'image config should be a hash or a string'],
    ['image: {entrypoint: [a]}', "image name can't be blank"],
    ['image: {name: a, x: 1}', 'image config contains unknown keys: x'],
    ['services: a', 'services config should be a array'],
    ['services: [10, a]', 'service config should be a hash or a string'],
    ['services: [{name: a, alias: [b]}]', 'service alias should be a string'],
    ['variables: a', 'variables config should be a hash of key value pairs'],
    ['variables: {A: [b]}', 'variables config should be a hash of key value pairs'],
    ['stages: a', 'stages config should be an array of strings'],
    ['types: [1]', 'types config should be an array of strings'],
    ['cache: a', 'cache config should be a hash'],
    ['cache: {untracked: a}', 'cache:untracked config should be a boolean value'],
    ['cache: {paths: a}', 'cache:paths config should be an array of strings'],
    ['cache: {key: [a]}', 'cache:key config should be a string or symbol'],
    ['cache: {key: a/b}', 'cache:key config cannot contain the "/" character'],
    ['cache: {key: a%2Fb}', 'cache:key config cannot contain the "/" character'],
    ['cache: {key: ..}', 'cache:key config cannot be "." or ".."'],
    ['cache: {policy: a}', 'cache policy should be a variable or one of: pull-push, push, pull'],
    ['RSpec: a', 'jobs:rspec config should be a hash'],
    ['RSpec: {}', "jobs:rspec config can't be blank"],
    ['RSpec: {stage: test}', "jobs:rspec script can't be blank"],
    ['RSpec: {script: []}', "jobs:rspec script can't be blank"],
    ['"": {script: a}', "jobs: name can't be blank"],
    [`${'a'.repeat(256)}: {script: a}`, 'jobs name is too long (maximum is 255 characters)'],
  ])('%j: %s', (text, error) => expect(readConfiguration(text)).toMatchObject({ error }));

  it.each<[string, string]>([
    ['script: [1]', 'jobs:rspec:script config should be a string or an array of strings'],
    ['secrets: {}, pages: true', 'jobs:rspec config contains unknown keys: secrets, pages'],
    ['before_script: 1', 'jobs:rspec:before_script config should be a string or an array of strings'],
    ['after_script: [1]', 'jobs:rspec:after_script config should be a string or an array of strings'],
    ['stage: 1', 'jobs:rspec:stage config should be a string'],
    ['type: 1', 'jobs:rspec:type config should be a string'],
    ['stage: acceptance', 'rspec job: stage parameter should be build, test, deploy'],
    ['tags: mysql', 'jobs:rspec tags should be an array of strings'],
    ['allow_failure: a', 'jobs:rspec allow failure should be a boolean value'],
    ['retry: a', 'jobs:rspec retry is not a number'],
    ['retry: 0.5', 'jobs:rspec retry must be an integer'],
    ['retry: 3', 'jobs:rspec retry must be less than or equal to 2'],
    ['retry: -1', 'jobs:rspec retry must be greater than or equal to 0'],
    ['when: never', 'jobs:rspec when should be on_success, on_failure, always, manual or delayed'],
    ['dependencies: a', 'jobs:rspec dependencies should be an array of strings'],
    ['dependencies: [a]', 'rspec job: undefined dependency: a'],
    ['dependencies: [other]', 'rspec job: dependency other is not defined in prior stages'],
    ['image: [a]', 'jobs:rspec:image config should be a hash or a string'],
    ['services: a', 'jobs:rspec:services config should be a array'],
    ['variables: [a]', 'jobs:rspec:variables config should be a hash of key value pairs'],
    ['cache: {key: 1}', 'jobs:rspec:cache:key config should be a string or symbol'],
    ['artifacts: a', 'jobs:rspec:artifacts config should be a hash'],
    ['artifacts: {name: [a]}', 'jobs:rspec:artifacts name should be a string'],
    ['artifacts: {paths: a}', 'jobs:rspec:artifacts paths should be an array of strings'],
    ['artifacts: {untracked: a}', 'jobs:rspec:artifacts untracked should be a boolean value'],
    ['artifacts: {when: a}', 'jobs:rspec:artifacts when should be on_success, on_failure or always'],
    ['artifacts: {expire_in: soon}', 'jobs:rspec:artifacts expire in should be a duration'],
    ['coverage: a', 'jobs:rspec:coverage config must be a regular expression'],
    ['coverage: /(/', 'jobs:rspec:coverage config must be a regular expression'],
    ['coverage: /(?=a)/', 'jobs:rspec:coverage config must be a regular expression'],
    ['only: main', 'jobs:rspec:only has to be either an array of conditions or a hash'],
    ['only: [1]', 'jobs:rspec:only config should be an array of strings or regexps'],
    ['except: [/*/]', 'jobs:rspec:except config should be an array of strings or regexps'],
    ['only: {}', "jobs:rspec:only config can't be blank"],
    ['only: {changes: a}', 'jobs:rspec:only changes config should be an array of strings'],
    ['only: {files: [a]}', 'jobs:rspec:only config contains unknown keys: files'],
    ['only: {refs: a}', 'jobs:rspec:only refs should be an array of strings or regexps'],
    ['only: {kubernetes: a}', 'jobs:rspec:only kubernetes unknown value: a'],
    ['only: {variables: [a]}', 'jobs:rspec:only variables invalid expression syntax'],
    ['environment: [a]', 'jobs:rspec:environment config should be a hash or a string'],
    ['environment: {url: a}', "jobs:rspec:environment name can't be blank"],
    [
      'environment: a?b',
      "jobs:rspec:environment name can contain only letters, digits, '-', '_', '/', '$', '{', '}', '.', and spaces, but it cannot start or end with '/'",
    ],
    ['environment: {name: a, x: 1}', 'jobs:rspec:environment config contains unknown keys: x'],
    ['environment: {name: a, url: b}', 'jobs:rspec:environment url must be a valid url'],
    ['environment: {name: a, url: "javascript:alert(1)"}', 'jobs:rspec:environment url must be a valid url'],
    [
      'environment: {name: a, action: b}',
      'jobs:rspec:environment action should be start, stop, prepare, verify, access',
    ],
    [
      'environment: {name: a, deployment_tier: b}',
      'jobs:rspec:environment deployment tier must be one of production, staging, testing, development, other',
    ],
    ['environment: {name: a, on_stop: [b]}', 'jobs:rspec:environment on stop should be a string'],
    ['environment: {name: a, auto_stop_in: soon}', 'jobs:rspec:environment auto stop in should be a duration'],
    ['environment: {name: a, on_stop: b}', 'rspec job: on_stop job b is not defined'],
    ['environment: {name: a, on_stop: other}', 'rspec job: on_stop job other does not have environment defined'],
    [
      'environment: {name: a, on_stop: b}}\nb: {script: a, environment: c',
      'rspec job: on_stop job b have different environment name',
    ],
    [
      'environment: {name: a, on_stop: b}}\nb: {script: a, environment: a',
      'rspec job: on_stop job b needs to have action stop defined',
    ],
  ])('a job with %s: %s', (settings, error) => {
    const text = `rspec: {${settings.startsWith('script') ? '' : 'script: a, '}${settings}}\nother: {script: a}`;
    expect(readConfiguration(text)).toMatchObject({ error });
  });

  it('has all errors that do not follow from another one, with the lines of their jobs', () => {
    const text = [
      'variables: 1',
      'default: {image: [1], tags: a, stage: b}',
      'a: {script: a, when: never, size: 1, stage: none, parallel: 1}',
      'b: {image: [1], needs: [a, "a 1/2"]}',
      'c: {script: c, stage: none, needs: [gone, d], environment: {name: c, on_stop: gone}}',
      'd: {script: d, dependencies: [gone, a], needs: [c], parallel: 2}',
      'e: {script: e, needs: [a 1/2, "a: [x]", a docs]}',
    ].join('\n');
    expect(lintErrors(text)).toEqual([
      'default config contains unknown keys: stage',
      'default:image config should be a hash or a string',
      'default tags should be an array of strings',
      'variables config should be a hash of key value pairs',
      'jobs:a config contains unknown keys: size (.gitlab-ci.yml:3)',
      'jobs:a when should be on_success, on_failure, always, manual or delayed (.gitlab-ci.yml:3)',
      "jobs:b script can't be blank (.gitlab-ci.yml:4)",
      'jobs:b:image config should be a hash or a string (.gitlab-ci.yml:4)',
      'c job: stage parameter should be build, test, deploy (.gitlab-ci.yml:5)',
      'c job: on_stop job gone is not defined (.gitlab-ci.yml:5)',
      'd 1/2 job: undefined dependency: gone (.gitlab-ci.yml:6)',
      'c job: undefined need: gone (.gitlab-ci.yml:5)',
      'e job: undefined need: a docs (.gitlab-ci.yml:7)',
      'The pipeline has circular dependencies: c, d 1/2, c',
    ]);
  });

  it('has the first 32 KiB of its errors, with messages of at most 2 KiB', () => {
    const stages = Array.from({ length: 3_000 }, (_, n) => `stage${n}`).join(', ');
    const errors = lintErrors(`stages: [${stages}]\n${jobs(100, 'stage: none')}`);
    expect(errors).toHaveLength(16);
    expect(errors[0]).toMatch(/^j0 job: stage parameter should be stage0, .{1900,2048}… \(\.gitlab-ci\.yml:2\)$/);
  });

  it('is not enlarged by aliases', () => {
    const levels = Array.from({ length: 12 }, (_, n) => `.a${n}: &a${n} [${n === 0 ? 'x' : `*a${n - 1}, `.repeat(9)}]`);
    expect(readConfiguration(`${levels.join('\n')}\nrspec: {script: a}`)).toMatchObject({
      error: '(<unknown>): Excessive alias count indicates a resource exhaustion attack',
    });
  });

  const repeated = (amount: number, text: (n: number) => string, between = ' ') =>
    Array.from({ length: amount }, (_, n) => text(n)).join(between);
  const jobs = (amount: number, more: string) => repeated(amount, (n) => `j${n}: {script: a, ${more}}`, '\n');
  const EXCESSIVE = '(<unknown>): Excessive alias count indicates a resource exhaustion attack';
  const TOO_LARGE = 'The regular expressions are too large together';

  it.each<[string, string, string]>([
    [
      'patterns that are large, of many jobs',
      `.p: &p [${repeated(50, (n) => `'/(x*){999}${n}/',`)}]\n${jobs(80, 'only: *p')}`,
      TOO_LARGE,
    ],
    ['a pattern with a repetition of repetitions', jobs(1, "only: ['/((x{10}){10}){100}/']"), 'regexps'],
    [
      'as many patterns as fit',
      `.p: &p [${repeated(3_000, (n) => `'/x{9}${n}/',`)}]\n${jobs(1, 'only: *p')}`,
      TOO_LARGE,
    ],
    [
      'as many patterns of coverage',
      repeated(500, (n) => `j${n}: {script: a, coverage: '/${n} (\\d+\\.){9}%/'}`, '\n'),
      TOO_LARGE,
    ],
    [
      'variables that aliases repeat',
      `.v: &v {${repeated(3_000, (n) => `A${n}: 1,`)}}\n${jobs(300, 'variables: *v')}`,
      EXCESSIVE,
    ],
    [
      'variables that are merged',
      `.v: &v {${repeated(3_000, (n) => `A${n}: 1,`)}}\n${jobs(300, 'variables: {<<: *v}')}`,
      EXCESSIVE,
    ],
    ['a text that aliases repeat', `.t: &t ${'x'.repeat(20_000)}\n${jobs(900, 'after_script: [*t]')}`, EXCESSIVE],
    [
      'a script before those of many jobs',
      `before_script: [${'x'.repeat(40_000)}]\n${jobs(900, '')}`,
      'The parsed YAML is too big',
    ],
  ])('is refused for %s', (_, text, error) => {
    expect(readConfiguration(text)).toMatchObject({ error: expect.stringContaining(error) });
  });

  it('may repeat a large pattern by aliases: it is compiled once', () => {
    const text = `.p: &p [${repeated(50, () => `'/(x*){999}/',`)}]\n${jobs(80, 'only: *p')}`;
    const [first, ...others] = read(text).jobs.flatMap(({ only }) => only!.refs!.map(({ regexp }) => regexp));
    expect([others.length, others.every((regexp) => regexp === first)]).toEqual([3_999, true]);
  });

  it('may have a thousand jobs, and as many variables as fit', () => {
    const { jobs: all, variables } = read(`variables: {${repeated(2_300, (n) => `A${n}: 1,`)}}\n${jobs(990, '')}`);
    expect([all.length, Object.keys(variables).length]).toEqual([990, 2_300]);
    expect(all.flatMap((each) => Object.keys(each.variables))).toEqual([]);
  });

  it('changes no prototype', () => {
    expect(readConfiguration('__proto__: {script: a}\nrspec: {script: a, __proto__: {script: b}}')).toMatchObject({
      error: 'jobs:rspec config contains unknown keys: __proto__',
    });
    expect(({} as { script?: unknown }).script).toBeUndefined();
  });
});

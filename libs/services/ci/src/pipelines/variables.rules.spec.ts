import { listed, slug, type JobContext } from './predefined.rules.js';
import { expanded, valuesOf, variablesOf } from './variables.rules.js';

const TOKEN = 't'.repeat(43);
const SHA = 'a'.repeat(40);
const SIGNATURE = { name: 'Ada', email: 'ada@example.com', seconds: 1_500_000_000, offsetMinutes: 120 };
const JOB: JobContext = {
  project: {
    ...{ id: 7, name: 'My project', fullPath: 'group/sub/My_Project', visibility: 'private' },
    ...{ description: 'Builds', defaultBranch: 'main' },
  } as JobContext['project'],
  pipeline: {
    ...{
      id: 5,
      iid: 4,
      createdAt: new Date('2018-01-15T10:00:00Z'),
      source: 'push',
      ref: 'Feature/A',
      tag: false,
      sha: SHA,
      beforeSha: 'b'.repeat(40),
    },
    configPath: 'ci/main.yml',
  },
  commit: { author: SIGNATURE, committer: SIGNATURE, message: 'Repair it\n\nAt last\n' },
  protected: true,
  user: { id: 3, username: 'ada', name: 'Ada', email: 'ada@example.com' } as JobContext['user'],
  job: { name: 'unit', stage: 'test', when: 'on_success' },
  run: {
    ...{ id: 9, token: TOKEN, baseUrl: 'https://hearth.test' },
    ...{ startedAt: new Date('2018-01-15T10:01:00Z'), timeoutSeconds: 3_600 },
    runner: { id: 2, description: 'builder', tags: ['ruby', 'linux'] },
  },
};
const LATER = {
  ...{
    CI_SERVER: 'yes',
    CI_SERVER_URL: 'https://hearth.test',
    CI_SERVER_PROTOCOL: 'https',
    CI_SERVER_HOST: 'hearth.test',
  },
  ...{
    CI_SERVER_PORT: '443',
    CI_SERVER_FQDN: 'hearth.test',
    CI_SERVER_VERSION_MAJOR: '10',
    CI_SERVER_VERSION_MINOR: '4',
  },
  ...{ CI_SERVER_VERSION_PATCH: '0', CI_API_V4_URL: 'https://hearth.test/api/v4', CI_PROJECT_TITLE: 'My project' },
  ...{ CI_PROJECT_DESCRIPTION: 'Builds', CI_PROJECT_ROOT_NAMESPACE: 'group', CI_PROJECT_NAMESPACE_SLUG: 'group-sub' },
  ...{ CI_DEFAULT_BRANCH: 'main', CI_DEFAULT_BRANCH_SLUG: 'main', CI_PIPELINE_IID: '4' },
  CI_PIPELINE_CREATED_AT: '2018-01-15T10:00:00.000Z',
  CI_PIPELINE_URL: 'https://hearth.test/group/sub/My_Project/-/pipelines/5',
  ...{ CI_COMMIT_SHORT_SHA: 'aaaaaaaa', CI_COMMIT_BEFORE_SHA: 'b'.repeat(40), CI_COMMIT_BRANCH: 'Feature/A' },
  ...{ CI_COMMIT_REF_PROTECTED: 'true', CI_COMMIT_MESSAGE: 'Repair it\n\nAt last\n', CI_COMMIT_TITLE: 'Repair it' },
  ...{ CI_COMMIT_DESCRIPTION: 'At last\n', CI_COMMIT_TIMESTAMP: '2017-07-14T04:40:00.000+02:00' },
  ...{ CI_COMMIT_AUTHOR: 'Ada <ada@example.com>', CI_NODE_TOTAL: '1' },
  CI_JOB_URL: 'https://hearth.test/group/sub/My_Project/-/jobs/9',
  ...{ CI_JOB_STARTED_AT: '2018-01-15T10:01:00.000Z', CI_JOB_TIMEOUT: '3600' },
};
const NONE = { common: [], configured: [], secrets: [], environment: null };
const ENVIRONMENT = { name: 'review/a', slug: 'review-a-x1y2z3', url: 'https://a.example.com' };

describe('the variables of a job', () => {
  it('are these, in this order', () => {
    const sources = {
      ...{ common: listed({ COMMON: 'c' }), configured: listed({ YAML: 'y' }) },
      secrets: [{ key: 'SECRET', value: 's', public: false }],
      environment: ENVIRONMENT,
    };
    const secret = (key: string, value: string) => ({ key, value, public: false });
    expect(variablesOf(JOB, sources)).toEqual([
      ...listed({ CI: 'true', GITLAB_CI: 'true', CI_SERVER_NAME: 'GitLab', CI_SERVER_VERSION: '10.4.0' }),
      ...listed({ CI_SERVER_REVISION: '', CI_JOB_ID: '9' }),
      ...listed({ CI_JOB_NAME: 'unit', CI_JOB_NAME_SLUG: 'unit', CI_JOB_STAGE: 'test' }),
      secret('CI_JOB_TOKEN', TOKEN),
      ...listed({ CI_COMMIT_SHA: SHA, CI_COMMIT_REF_NAME: 'Feature/A', CI_COMMIT_REF_SLUG: 'feature-a' }),
      secret('CI_REPOSITORY_URL', `https://gitlab-ci-token:${TOKEN}@hearth.test/group/sub/My_Project.git`),
      ...listed({ CI_BUILD_ID: '9' }),
      secret('CI_BUILD_TOKEN', TOKEN),
      ...listed({ CI_BUILD_REF: SHA, CI_BUILD_BEFORE_SHA: 'b'.repeat(40), CI_BUILD_REF_NAME: 'Feature/A' }),
      ...listed({ CI_BUILD_REF_SLUG: 'feature-a', CI_BUILD_NAME: 'unit', CI_BUILD_STAGE: 'test' }),
      ...listed({ CI_PROJECT_ID: '7', CI_PROJECT_NAME: 'My_Project', CI_PROJECT_PATH: 'group/sub/My_Project' }),
      ...listed({ CI_PROJECT_PATH_SLUG: 'group-sub-my-project', CI_PROJECT_NAMESPACE: 'group/sub' }),
      ...listed({ CI_PROJECT_URL: 'https://hearth.test/group/sub/My_Project', CI_PROJECT_VISIBILITY: 'private' }),
      ...listed({ CI_PIPELINE_ID: '5', CI_CONFIG_PATH: 'ci/main.yml', CI_PIPELINE_SOURCE: 'push' }),
      ...listed(LATER),
      ...listed({ CI_RUNNER_ID: '2', CI_RUNNER_DESCRIPTION: 'builder', CI_RUNNER_TAGS: 'ruby, linux' }),
      ...listed({ COMMON: 'c', YAML: 'y' }),
      ...listed({ GITLAB_USER_ID: '3', GITLAB_USER_EMAIL: 'ada@example.com' }),
      ...listed({ GITLAB_USER_LOGIN: 'ada', GITLAB_USER_NAME: 'Ada' }),
      secret('SECRET', 's'),
      ...listed({ CI_ENVIRONMENT_NAME: 'review/a', CI_ENVIRONMENT_SLUG: 'review-a-x1y2z3' }),
      ...listed({ CI_ENVIRONMENT_URL: 'https://a.example.com' }),
    ]);
  });

  it.each<[string, Partial<JobContext>, object]>([
    [
      'of a tag',
      { pipeline: { ...JOB.pipeline, ref: 'v1', tag: true } },
      { CI_COMMIT_TAG: 'v1', CI_BUILD_TAG: 'v1', CI_COMMIT_REF_NAME: 'v1' },
    ],
    [
      'of a trigger',
      { pipeline: { ...JOB.pipeline, source: 'trigger' } },
      { CI_PIPELINE_TRIGGERED: 'true', CI_BUILD_TRIGGERED: 'true', CI_PIPELINE_SOURCE: 'trigger' },
    ],
    ['that is manual', { job: { ...JOB.job, when: 'manual' } }, { CI_JOB_MANUAL: 'true', CI_BUILD_MANUAL: 'true' }],
    [
      'of the first commit of a branch',
      { pipeline: { ...JOB.pipeline, beforeSha: null } },
      { CI_BUILD_BEFORE_SHA: '0'.repeat(40) },
    ],
  ])('say more of one %s', (_, traits, expected) => {
    const byKey = (context: JobContext) => new Map(variablesOf(context, NONE).map(({ key, value }) => [key, value]));
    const [plain, special] = [byKey(JOB), byKey({ ...JOB, ...traits })];
    const differing = [...special].filter(([key, value]) => plain.get(key) !== value);
    expect(Object.fromEntries(differing)).toMatchObject(expected);
    const isTag = special.has('CI_COMMIT_TAG');
    expect([...plain.keys()].filter((key) => !special.has(key))).toEqual(isTag ? ['CI_COMMIT_BRANCH'] : []);
  });

  it('are fewer where less is known', () => {
    const keys = (context: Partial<JobContext>) => variablesOf({ ...JOB, ...context }, NONE).map(({ key }) => key);
    const all = keys({});
    const without = (context: Partial<JobContext>) => all.filter((key) => !keys(context).includes(key));
    expect(without({ user: null })).toEqual([
      ...['GITLAB_USER_ID', 'GITLAB_USER_EMAIL', 'GITLAB_USER_LOGIN', 'GITLAB_USER_NAME'],
    ]);
    expect(without({ pipeline: { ...JOB.pipeline, id: null } })).toEqual(['CI_PIPELINE_ID', 'CI_PIPELINE_URL']);
    expect(without({ commit: null })).toEqual([
      ...['CI_COMMIT_MESSAGE', 'CI_COMMIT_TITLE', 'CI_COMMIT_DESCRIPTION', 'CI_COMMIT_TIMESTAMP', 'CI_COMMIT_AUTHOR'],
    ]);
    expect(without({ pipeline: { ...JOB.pipeline, ref: 'v1', tag: true } })).toEqual(['CI_COMMIT_BRANCH']);
    expect(without({ run: null })).toEqual([
      ...['CI_JOB_ID', 'CI_JOB_TOKEN', 'CI_REPOSITORY_URL', 'CI_BUILD_ID', 'CI_BUILD_TOKEN', 'CI_PROJECT_URL'],
      ...['CI_SERVER_URL', 'CI_SERVER_PROTOCOL', 'CI_SERVER_HOST', 'CI_SERVER_PORT', 'CI_SERVER_FQDN', 'CI_API_V4_URL'],
      ...['CI_PIPELINE_URL', 'CI_JOB_URL', 'CI_JOB_STARTED_AT', 'CI_JOB_TIMEOUT'],
      ...['CI_RUNNER_ID', 'CI_RUNNER_DESCRIPTION', 'CI_RUNNER_TAGS'],
    ]);
  });

  it('have the value of the source that counts', () => {
    const keys = ['CI_JOB_NAME', 'CI_PROJECT_NAME', 'CI_RUNNER_ID', 'GITLAB_USER_LOGIN', 'CI_ENVIRONMENT_NAME'];
    const from = (text: string) => listed(Object.fromEntries(keys.map((key) => [key, text])));
    const values = (sources: object) => {
      const given = valuesOf(JOB, { ...NONE, environment: ENVIRONMENT, ...sources });
      return keys.map((key) => given.get(key));
    };
    expect(values({ common: from('yaml') })).toEqual(values({ common: from('other'), configured: from('yaml') }));
    expect(values({ configured: from('yaml') })).toEqual(['yaml', 'yaml', 'yaml', 'ada', 'review/a']);
    expect(values({ configured: from('yaml'), secrets: from('secret') })).toEqual([
      ...['secret', 'secret', 'secret', 'secret', 'review/a'],
    ]);
  });
});

describe('the slug of a name', () => {
  it.each([
    ['main', 'main'],
    ['Feature/Über--x_1', 'feature--ber--x-1'],
    ['--a--', 'a'],
    [`${'a'.repeat(62)}-b`, 'a'.repeat(62)],
    ['///', ''],
  ])('%s: %s', (name, expected) => expect(slug(name)).toBe(expected));
});

it.each([
  ['$A-${A}-%A%', 'x-x-x'],
  ['$B', ''],
  ['$AB$A', 'x'],
  ['$1 % A %', '$1 % A %'],
  ['a${', 'a${'],
])('%s is expanded to %j', (text, expected) => expect(expanded(text, new Map([['A', 'x']]))).toBe(expected));

it('is expanded no further than to some thousand characters', () => {
  const values = new Map([['A', 'x'.repeat(4_000)]]);
  expect(expanded('$A-$A-$B', values)).toBe(`${values.get('A')}--`);
});

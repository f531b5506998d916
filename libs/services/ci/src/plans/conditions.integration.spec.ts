import { CreatePushPipeline } from '../push-pipelines/create.js';
import { CiApp } from '../testing/ci-app.js';

const [BEFORE, HEAD, FORK] = ['b', 'a', 'f'].map((letter) => letter.repeat(40)) as [string, string, string];

describe('conditions on the files of a commit', () => {
  const app = CiApp.inBlock();
  /** Number of those of the last push. */
  let statements = 0;

  /** Pushes a commit with a configuration. @returns the names of the pipeline's jobs, or its error; null without a pipeline */
  const pushed = async (config: string, push: { readonly oldId?: string | null } = {}) => {
    const project = app.others.addProject();
    const { id } = project.card;
    const user = app.user(1_000 + id, project, 30);
    for (const [branch, commit] of [
      ['main', HEAD],
      ['stable', FORK],
    ] as const)
      project.branches.set(branch, commit);
    project.files.set('.gitlab-ci.yml', config).set('docs/a.md', '').set('go.mod', '');
    project.changes.set(`${BEFORE}..${HEAD}`, ['docs/a.md']).set(`${FORK}...${HEAD}`, ['go.mod']);
    const data = {
      projectId: id,
      sequence: 1,
      ref: 'main',
      tag: false,
      oldId: BEFORE,
      newId: HEAD,
      userId: user.userId,
    };
    statements = await app.countStatements(() =>
      app.get(CreatePushPipeline).execute({ ...data, ...push }, new AbortController()),
    );
    const get = async (rest: string) => (await app.request(user, 'GET', `/projects/${id}${rest}`)).body;
    const [pipeline] = (await get('/pipelines')) as { id: number }[];
    if (!pipeline) return null;
    const { yaml_errors: error } = (await get(`/pipelines/${pipeline.id}`)) as { yaml_errors: string | null };
    const jobs = (await get('/jobs')) as { name: string }[];
    return error ?? jobs.map(({ name }) => name).toReversed();
  };

  const RULES = `
docs: {script: a, rules: [{changes: ["docs/**/*"]}]}
api: {script: a, rules: [{changes: ["**/*.go"]}]}
module: {script: a, rules: [{changes: {paths: [go.mod], compare_to: refs/heads/stable}}]}
go: {script: a, rules: [{exists: [go.mod]}]}
ruby: {script: a, rules: [{exists: ["**/Gemfile"]}]}
old: {script: a, only: {changes: ["*.md"]}}
`;

  it('include the jobs whose files have changed or exist', async () => {
    expect(await pushed(RULES)).toEqual(['docs', 'module', 'go']);
  });

  it('cost a pipeline of 200 jobs at most 20 statements', async () => {
    const job = (index: number) => `job ${index}: {script: a, rules: [{if: $CI_COMMIT_TAG}, {changes: ["docs/**/*"]}]}`;
    const config = Array.from({ length: 200 }, (_, index) => job(index)).join('\n');
    await pushed(config);
    expect(statements).toBeLessThanOrEqual(20);
  });

  it('take everything of a new branch as changed', async () => {
    expect(await pushed(RULES, { oldId: null })).toEqual(['docs', 'api', 'module', 'go', 'old']);
  });

  it('are invalid where they compare with a ref that does not exist', async () => {
    const config = 'a: {script: a, rules: [{changes: {paths: [a], compare_to: none}}]}';
    expect(await pushed(config)).toBe('rules:changes:compare_to is not a valid ref: none');
  });

  it('decide by the workflow whether there is a pipeline', async () => {
    const config = 'workflow: {rules: [{changes: ["docs/*"], when: never}, {when: always}]}\na: {script: a}';
    expect(await pushed(config)).toBeNull();
    expect(await pushed(config.replace('docs', 'src'))).toEqual(['a']);
  });

  it('refuse a requested pipeline that the workflow excludes', async () => {
    const project = app.others.addProject();
    project.branches.set('main', HEAD);
    project.files.set('.gitlab-ci.yml', 'workflow: {rules: [{if: $A}]}\na: {script: a}');
    const user = app.user(1, project, 30);
    const create = (body: object) => app.request(user, 'POST', `/projects/${project.card.id}/pipeline`, body);
    const base = ['Pipeline filtered out by workflow rules.'];
    expect(await create({ ref: 'main' })).toEqual({ status: 400, body: { message: { base } } });
    expect((await create({ ref: 'main', variables: [{ key: 'A', value: '1' }] })).status).toBe(201);
  });
});

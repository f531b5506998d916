import { RemoveProject } from '../pipelines/remove-project.js';
import { CiApp } from '../testing/ci-app.js';
import { RunnerClient } from '../testing/runner-client.js';

const SHA = 'e'.repeat(40);
const CONFIG = `
variables: {TARGET: configured}
unit: {script: make}
ship: {script: make, only: {variables: ['$TARGET == "given"']}, environment: {name: "for/$TARGET"}}
`;
const FORMAT = "can contain only letters, digits and '_'.";

describe('variables of a pipeline', () => {
  const app = CiApp.inBlock();

  const newProject = () => {
    const project = app.others.addProject();
    const { id } = project.card;
    project.branches.set('main', SHA);
    project.files.set('.gitlab-ci.yml', CONFIG);
    const [master, at] = [app.user(1000 + id, project, 40), `/projects/${id}`];
    const create = (variables?: unknown) => app.request(master, 'POST', `${at}/pipeline`, { ref: 'main', variables });
    const names = async (pipeline: number) =>
      ((await app.request(master, 'GET', `${at}/pipelines/${pipeline}/jobs`)).body as { name: string }[])
        .map(({ name }) => name)
        .sort();
    return { project, id, master, at, create, names };
  };
  const given = { key: 'TARGET', value: 'given' };

  it('decide which jobs it has, and are given to them above those of the project', async () => {
    const { id, master, at, create, names } = newProject();
    await app.request(master, 'POST', `${at}/variables`, { key: 'TARGET', value: 'of project' });
    const plain = await create();
    expect([plain.status, await names(plain.body.id)]).toEqual([201, ['unit']]);
    const { body } = await create([given, { key: 'EMPTY', value: '', variable_type: 'file' }]);
    expect(await names(body.id)).toEqual(['ship', 'unit']);
    const runner = await RunnerClient.register(app, `project-${id}`);
    const taken = [await runner.take(), await runner.take(), await runner.take()];
    const targets = taken.map((job) => job!.variables.filter(({ key }) => key === 'TARGET').at(-1));
    const [own, theirs] = [
      { ...given, public: false },
      { key: 'TARGET', value: 'of project', public: false },
    ];
    expect(targets).toMatchObject([theirs, own, own]);
    expect(taken[1]!.variables.find(({ key }) => key === 'EMPTY')).toMatchObject({
      value: '',
      public: false,
      file: true,
    });
    expect((await app.request(master, 'GET', `${at}/environments`)).body).toMatchObject([{ name: 'for/given' }]);
  });

  it('are listed for those who may run its jobs', async () => {
    const { project, at, master, create } = newProject();
    const { body } = await create([given, { key: 'FILE', value: 'content', variable_type: 'file' }]);
    const path = `${at}/pipelines/${body.id}/variables`;
    expect(await app.request(master, 'GET', path)).toEqual({
      status: 200,
      body: [
        { variable_type: 'env_var', ...given },
        { variable_type: 'file', key: 'FILE', value: 'content' },
      ],
    });
    const [dev, reporter] = [app.user(50, project, 30), app.user(51, project, 20)];
    const statusFor = async (caller: typeof dev) => (await app.request(caller, 'GET', path)).status;
    expect([await statusFor(dev), await statusFor(reporter)]).toEqual([200, 403]);
    project.protectedBranches.add('main');
    expect(await statusFor(dev)).toBe(403);
    expect((await app.request(master, 'GET', `${at}/pipelines/999999/variables`)).status).toBe(404);
  });

  it('are stored encrypted, not with the jobs, and go with their project', async () => {
    const { id, create } = newProject();
    const { body } = await create([{ key: 'SECRET', value: 'plain-text' }]);
    const stored = () =>
      app.testDatabase.query<{ key: string; value: string }>(
        'select key, value from variables where pipeline_id = $1',
        [body.id],
      );
    expect(await stored()).toEqual([{ key: 'SECRET', value: expect.not.stringContaining('plain') }]);
    const jobs = await app.testDatabase.query('select j::text as all from jobs j where project_id = $1', [id]);
    expect(JSON.stringify(jobs)).not.toContain('plain-text');
    await app.get(RemoveProject).execute({ projectId: id });
    expect(await stored()).toEqual([]);
  });

  it.each<[string, unknown, object]>([
    ['a key that is none', [{ key: 'a-b', value: 'x' }], { message: { key: [FORMAT] } }],
    ['a key that is taken', [given, given], { message: { key: ['has already been taken'] } }],
    ['no value', [{ key: 'A' }], { error: 'variables[0][value] is missing' }],
    [
      'a type that is none',
      [{ ...given, variable_type: 'secret' }],
      { error: 'variables[0][variable_type] does not have a valid value' },
    ],
    ['no list', 'A=1', { error: 'variables is invalid' }],
    [
      'too many',
      Array.from({ length: 101 }, (_, n) => ({ key: `K${n}`, value: '' })),
      { error: 'variables is invalid' },
    ],
    [
      'a value that is too long',
      [{ key: 'A', value: 'x'.repeat(65_537) }],
      { error: 'variables[0][value] is invalid' },
    ],
  ])('with %s are refused, and nothing is made', async (_, variables, answer) => {
    const { create, at, master } = newProject();
    expect(await create(variables)).toEqual({ status: 400, body: answer });
    expect((await app.request(master, 'GET', `${at}/pipelines`)).body).toEqual([]);
  });
});

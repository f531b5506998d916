import { CiApp } from '../testing/ci-app.js';
import { makePipeline } from '../testing/make-pipeline.js';
import { PLAIN_RECORD } from '../testing/plain-variable.js';
import { RunnerClient } from '../testing/runner-client.js';
import { VariableLimits } from './variable-limits.js';

const SHA = 'd'.repeat(40);
const AMBIGUOUS = {
  status: 409,
  body: {
    message: "There are multiple variables with provided parameters. Please use 'filter[environment_scope]'",
  },
};
const invalid = (message: object) => ({ status: 400, body: { message } });

describe('the traits of variables', () => {
  const app = CiApp.inBlock();
  const admin = () => app.user(1, undefined, undefined, { admin: true });

  const newProject = () => {
    const project = app.others.addProject();
    const { id } = project.card;
    project.branches.set('main', SHA);
    const [master, at] = [app.user(1000 + id, project, 40), `/projects/${id}/variables`];
    const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', rest = '', body?: object) =>
      app.request(master, method, `${at}${rest}`, body);
    const taken = async (environment?: string) => {
      const options = {
        script: ['true'],
        ...(environment && { environment: { name: environment, url: null, action: 'start', onStop: null } }),
      };
      await makePipeline(app, project, [{ name: 'unit', options }], { userId: master.userId, sha: SHA });
      return (await (await RunnerClient.register(app, `project-${id}`)).take())!.variables;
    };
    return { id, call, taken };
  };
  const filter = (scope: string) => `?${new URLSearchParams({ 'filter[environment_scope]': scope })}`;

  it('are stored, changed and given to jobs', async () => {
    const { call, taken } = newProject();
    const traits = { masked: true, raw: true, variable_type: 'file', description: 'Key of the\nserver' };
    const made = { ...PLAIN_RECORD, ...traits, key: 'KEY', value: 'a-$secret' };
    expect(await call('POST', '', { key: 'KEY', value: 'a-$secret', ...traits })).toEqual({ status: 201, body: made });
    expect((await taken()).find(({ key }) => key === 'KEY')).toEqual({
      ...{ key: 'KEY', value: 'a-$secret', public: false, file: true, masked: true, raw: true },
    });
    expect(await call('PUT', '/KEY', { raw: 'false' })).toEqual(invalid({ value: ['is invalid'] }));
    const changes = { masked: false, raw: false, variable_type: 'env_var', description: null };
    expect(await call('PUT', '/KEY', changes)).toEqual({ status: 200, body: { ...made, ...changes } });
    expect((await call('GET')).body).toEqual([{ ...made, ...changes }]);
  });

  it('hide the value of a hidden variable for good, which jobs get all the same', async () => {
    const { call, taken } = newProject();
    const hidden = { ...PLAIN_RECORD, key: 'KEY', value: null, masked: true, hidden: true };
    const answers = [
      await call('POST', '', { key: 'KEY', value: 'secret-1', masked_and_hidden: true }),
      await call('GET', '/KEY'),
      await call('PUT', '/KEY', { value: 'secret-2', masked_and_hidden: true, masked: true }),
    ];
    expect(answers).toEqual([201, 200, 200].map((status) => ({ status, body: hidden })));
    expect((await call('GET')).body).toEqual([hidden]);
    expect((await taken()).find(({ key }) => key === 'KEY')).toMatchObject({ value: 'secret-2', masked: true });
    const kept = invalid({ base: ['The visibility setting cannot be changed for masked and hidden variables.'] });
    expect(await call('PUT', '/KEY', { masked_and_hidden: false })).toEqual(kept);
    await call('POST', '', { key: 'OTHER', value: 'secret-3' });
    expect(await call('PUT', '/OTHER', { masked_and_hidden: true })).toEqual(
      invalid({ base: ['Only new variables can be set as masked and hidden.'] }),
    );
  });

  it('give a job the most specific variable of its environment', async () => {
    const { call, taken } = newProject();
    const scopes = { '*': 'any', 'review/*': 'review', 'review/1': 'first', production: 'production' };
    for (const [environment_scope, value] of Object.entries(scopes))
      expect((await call('POST', '', { key: 'A', value, environment_scope })).status).toBe(201);
    await call('POST', '', { key: 'B', value: 'scoped', environment_scope: 'production' });
    const values = async (environment?: string) => {
      const variables = await taken(environment);
      return ['A', 'B'].map((name) => variables.findLast(({ key }) => key === name)?.value);
    };
    expect(await values('review/1')).toEqual(['first', undefined]);
    expect(await values('review/2')).toEqual(['review', undefined]);
    expect(await values('production')).toEqual(['production', 'scoped']);
    expect(await values('staging')).toEqual(['any', undefined]);
    expect(await values()).toEqual(['any', undefined]);
  });

  it('name a variable by its key and environment', async () => {
    const { call } = newProject();
    for (const environment_scope of ['*', 'production', ' review/* '])
      expect((await call('POST', '', { key: 'A', value: 'x', environment_scope })).status).toBe(201);
    const taken = invalid({ key: ['has already been taken'] });
    expect(await call('POST', '', { key: 'A', value: 'x', environment_scope: 'review/*' })).toEqual(taken);
    for (const method of ['GET', 'PUT', 'DELETE'] as const)
      expect(await call(method, '/A', method === 'PUT' ? { value: 'y' } : undefined)).toEqual(AMBIGUOUS);
    const record = { ...PLAIN_RECORD, key: 'A', value: 'x', environment_scope: 'production' };
    expect((await call('GET', `/A${filter('production')}`)).body).toEqual(record);
    expect((await call('GET', `/A${filter('staging')}`)).status).toBe(404);
    expect((await call('GET', '/A?filter[scope]=production')).status).toBe(400);
    const byBody = { filter: { environment_scope: 'production' }, environment_scope: 'review/*' };
    expect(await call('PUT', '/A', byBody)).toEqual(taken);
    expect(await call('PUT', '/A', { ...byBody, environment_scope: 'staging', value: 'y' })).toEqual({
      status: 200,
      body: { ...record, value: 'y', environment_scope: 'staging' },
    });
    expect((await call('DELETE', `/A${filter('*')}`)).status).toBe(204);
    expect((await call('DELETE', `/A${filter('review/*')}`)).status).toBe(204);
    expect((await call('GET', '/A')).body).toMatchObject({ environment_scope: 'staging' });
  });

  it('have a limit on their number', async () => {
    const { id, call } = newProject();
    const { most } = app.get(VariableLimits);
    await call('POST', '', { key: 'FIRST', value: 'x' });
    await app.testDatabase.query(
      `insert into variables (project_id, key, value) select $1, 'N_' || n, 'x' from generate_series(3, $2::int) n`,
      [id, most],
    );
    const answers = await Promise.all(['A', 'B'].map((key) => call('POST', '', { key, value: 'x' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect(answers.find(({ status }) => status === 400)).toEqual(
      invalid({ base: [`Maximum number of project ci variables (${most}) exceeded`] }),
    );
  });

  describe('of the instance', () => {
    const at = '/admin/ci/variables';
    const { hidden, environment_scope, ...plain } = PLAIN_RECORD;

    it('are for admins, who create, read, change and delete them', async () => {
      const variable = { ...plain, key: 'PROXY', value: 'http://proxy' };
      const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', rest = '', body?: object) =>
        app.request(admin(), method, `${at}${rest}`, body);
      expect((await app.request(app.user(2), 'GET', at)).status).toBe(403);
      expect((await app.request(null, 'GET', at)).status).toBe(401);
      expect(await call('POST', '', { key: 'PROXY', value: 'http://proxy' })).toEqual({ status: 201, body: variable });
      expect(await call('POST', '', { key: 'PROXY', value: 'x' })).toEqual(
        invalid({ key: ['has already been taken'] }),
      );
      expect((await call('GET')).body).toEqual([variable]);
      expect((await call('PUT', '/PROXY', { masked: true })).body).toEqual({ ...variable, masked: true });
      expect((await call('GET', '/PROXY')).body).toEqual({ ...variable, masked: true });
      expect((await call('DELETE', '/PROXY')).status).toBe(204);
      expect((await call('GET', '/PROXY')).status).toBe(404);
      const events = (await app.events()).filter(({ data }) => JSON.stringify(data).includes('PROXY'));
      expect(events.map(({ data }) => data['kind'])).toEqual([
        'variable.created',
        'variable.updated',
        'variable.deleted',
      ]);
      expect(JSON.stringify(events)).not.toContain('http://proxy');
    });

    it('are given to all jobs, below those of projects', async () => {
      const [one, other] = [newProject(), newProject()];
      for (const key of ['EVERYWHERE', 'OWN'])
        expect((await app.request(admin(), 'POST', at, { key, value: 'instance' })).status).toBe(201);
      await one.call('POST', '', { key: 'OWN', value: 'project' });
      const values = async ({ taken }: typeof one) => {
        const variables = await taken();
        return ['EVERYWHERE', 'OWN'].map((name) => variables.findLast(({ key }) => key === name)?.value);
      };
      expect(await values(one)).toEqual(['instance', 'project']);
      expect(await values(other)).toEqual(['instance', 'instance']);
      for (const key of ['EVERYWHERE', 'OWN']) await app.request(admin(), 'DELETE', `${at}/${key}`);
    });
  });
});

import type { AccessLevel } from '@hearth/contract-kit';
import { planOf, recording } from '@hearth/data/testing';
import type { Delivery } from '@hearth/messaging';
import { confirms } from '@hearth/testing';
import { OnGroupDeleted } from '../events/on-group-deleted.js';
import { RemoveGroup } from './remove-group.js';
import { CiApp } from '../testing/ci-app.js';
import { PLAIN_RECORD } from '../testing/plain-variable.js';
import { makePipeline } from '../testing/make-pipeline.js';
import { RunnerClient } from '../testing/runner-client.js';
import { VariablesStore } from './variables.store.js';

const NOT_FOUND = { status: 404, body: { message: '404 Variable Not Found' } };

describe('variables of groups', () => {
  const app = CiApp.inBlock();

  const newGroup = (visibility?: 'public') => {
    const group = app.others.addGroup(visibility);
    const { id } = group.card;
    const [master, at] = [app.user(5000 + id), `/groups/${id}/variables`];
    group.members.set(master.userId, 40);
    const create = async (body: object) => expect((await app.request(master, 'POST', at, body)).status).toBe(201);
    return { group, id, master, at, create };
  };

  it('are created, read, changed and deleted', async () => {
    const { id, group, at, master } = newGroup();
    const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', rest = '', body?: object) =>
      app.request(master, method, `${at}${rest}`, body);
    const variable = { ...PLAIN_RECORD, key: 'DEPLOY_KEY', value: 'secret' };
    expect(await call('POST', '', { key: ' DEPLOY_KEY ', value: 'secret' })).toEqual({ status: 201, body: variable });
    expect(await call('POST', '', variable)).toEqual({
      status: 400,
      body: { message: { key: ['has already been taken'] } },
    });
    expect((await call('GET')).body).toEqual([variable]);
    const changed = { ...variable, value: 'other', protected: true };
    expect(await call('PUT', '/DEPLOY_KEY', { value: 'other', protected: true })).toEqual({
      status: 200,
      body: changed,
    });
    expect(await call('GET', '/DEPLOY_KEY')).toEqual({ status: 200, body: changed });
    expect((await call('DELETE', '/DEPLOY_KEY')).status).toBe(204);
    for (const method of ['GET', 'PUT', 'DELETE'] as const)
      expect(await call(method, '/DEPLOY_KEY', method === 'PUT' ? {} : undefined)).toEqual(NOT_FOUND);
    const events = (await app.events()).map(({ data }) => data).filter(({ kind }) => /^variable/.test(String(kind)));
    expect(events.map(({ kind }) => kind)).toEqual(['variable.created', 'variable.updated', 'variable.deleted']);
    const { fullPath } = group.card;
    expect(events[2]).toMatchObject({ details: { groupId: id, groupPath: fullPath } });
    expect(JSON.stringify(events)).not.toContain('secret');
  });

  it.each<[string, number | null, AccessLevel, number]>([
    ['anonymous', null, 0, 401],
    ['a stranger', 20, 0, 403],
    ['a developer', 23, 30, 403],
    ['a master', 24, 40, 200],
  ])('are for masters: %s', async (_, userId, level, status) => {
    const { group, at } = newGroup('public');
    if (userId !== null && level) group.members.set(userId, level);
    const caller = userId === null ? null : app.user(userId);
    expect((await app.request(caller, 'GET', at)).status).toBe(status);
  });

  it('are hidden with their group', async () => {
    const { at } = newGroup();
    expect(await app.request(app.user(30), 'GET', at)).toEqual({
      status: 404,
      body: { message: '404 Group Not Found' },
    });
  });

  it('are given to the jobs of all projects below, the nearest above others, those of the project above all', async () => {
    const [outer, inner, beside] = [newGroup(), newGroup(), newGroup()];
    const project = app.others.addProject();
    const { id } = project.card;
    // The nearer group is the older one: the order is not that of ids.
    app.others.groupsAround.set(id, [inner.id, outer.id]);
    for (const [key, values] of Object.entries({
      A: ['outer', 'inner', 'project'],
      B: ['outer', 'inner'],
      C: ['outer'],
    })) {
      await inner.create({ key, value: values[0] });
      if (values[1]) await outer.create({ key, value: values[1] });
      if (values[2])
        await app.request(app.user(40, project, 40), 'POST', `/projects/${id}/variables`, { key, value: values[2] });
    }
    await outer.create({ key: 'CLOSED', value: 'x', protected: true });
    await beside.create({ key: 'BESIDE', value: 'x' });
    const runner = await RunnerClient.register(app, `project-${id}`);
    const taken = async () => {
      await makePipeline(app, project, [{ name: 'unit' }]);
      const values = new Map((await runner.take())!.variables.map(({ key, value }) => [key, value]));
      return ['A', 'B', 'C', 'CLOSED', 'BESIDE'].map((key) => values.get(key));
    };
    expect(await taken()).toEqual(['project', 'inner', 'outer', undefined, undefined]);
    project.protectedBranches.add('main');
    expect(await taken()).toEqual(['project', 'inner', 'outer', 'x', undefined]);
  });

  it('go with their group, and are not created in one that is gone', async () => {
    const [gone, stays] = [newGroup(), newGroup()];
    for (const { create } of [gone, stays]) await create({ key: 'A', value: 'x' });
    const reaction = app.get(OnGroupDeleted);
    expect(await confirms(app, OnGroupDeleted, { groupId: gone.id })).toBe(false);
    await app.database.tx((tx) => reaction.handle({ groupId: gone.id }, { tx } as Delivery));
    expect((await app.request(gone.master, 'POST', gone.at, { key: 'LATE', value: 'x' })).status).toBe(404);
    await app.get(RemoveGroup).execute({ groupId: gone.id }, { signal: new AbortController().signal });
    const rows = await app.testDatabase.query('select group_id as id from variables where group_id = any ($1)', [
      [gone.id, stays.id],
    ]);
    expect(rows).toEqual([{ id: stays.id }]);
    app.others.groups.delete(gone.id);
    expect(await confirms(app, OnGroupDeleted, { groupId: gone.id })).toBe(true);
  });

  it('are listed and found by indexes', async () => {
    const { id, create } = newGroup();
    await create({ key: 'A', value: 'x' });
    await app.testDatabase.query(
      `insert into variables (group_id, key, value) select $1, 'N_' || n, 'x' from generate_series(1, 20000) n`,
      [id],
    );
    await app.testDatabase.query('vacuum analyze variables');
    const db = recording(app.database);
    const store = app.get(VariablesStore);
    await store.page(db, { kind: 'group', id }, { page: 1, perPage: 20 });
    await store.find(db, { kind: 'group', id }, { key: 'A' });
    for (const statement of [db.statements[0]!, db.statements.at(-1)!]) {
      const plan = await planOf(app.testDatabase, statement);
      expect([plan.scanned, plan.rowsRead < 100]).toEqual([[], true]);
    }
    await app.testDatabase.query('delete from variables where group_id = $1', [id]);
  });
});

import type { AccessLevel, ProjectId } from '@hearth/contract-kit';
import { Jobs, type JobDataOf } from '@hearth/jobs';
import type { Delivery } from '@hearth/messaging';
import { OnAccessRevoked } from '../events/on-access-revoked.js';
import { OnProjectUpdated } from '../events/on-project-updated.js';
import type { RefreshProjectGroupsJob } from '../jobs.js';
import { ProjectsStore } from '../pipelines/projects.store.js';
import { RefreshProjectGroups } from '../projects/refresh-groups.js';
import { CiApp } from '../testing/ci-app.js';
import { makePipeline } from '../testing/make-pipeline.js';
import { RunnerClient } from '../testing/runner-client.js';
import { RemoveGroup } from '../variables/remove-group.js';

const EVERYBODY = { userId: null, groupId: null };

describe('runners of groups', () => {
  const app = CiApp.inBlock();
  let made = 100;

  /** Adds a group with a subgroup, and a project in that. */
  function newTree() {
    const [outer, inner] = [app.others.addGroup(), app.others.addGroup()];
    Object.assign(inner.card, { parentId: outer.card.id, ancestorIds: [outer.card.id] });
    const project = app.others.addProject({ sharedRunnersEnabled: false });
    app.others.groupsAround.set(project.card.id, [outer.card.id, inner.card.id]);
    const member = (level: AccessLevel) => {
      const user = app.user(++made, project, level);
      for (const { members } of [outer, inner]) members.set(user.userId, level);
      return user;
    };
    return { outer, inner, project, id: project.card.id, owner: member(50), master: member(40) };
  }
  type Tree = ReturnType<typeof newTree>;

  const create = (who: Tree['owner'] | null, group_id: number | undefined, body: object = {}) =>
    app.request(who, 'POST', '/user/runners', { runner_type: 'group_type', group_id, ...body });
  async function newRunner({ owner, outer }: Tree, body: object = {}) {
    const { id, token } = (await create(owner, outer.card.id, body)).body as { id: number; token: string };
    return RunnerClient.of(app, id, token);
  }
  const listed = async (who: Tree['owner'], path: string) =>
    ((await app.request(who, 'GET', path)).body as { id: number }[]).map(({ id }) => id);

  it('are created, changed, paused and deleted by the owners of the group', async () => {
    const tree = newTree();
    const { owner, master, outer } = tree;
    const settings = { tag_list: 'ruby', locked: true, run_untagged: false, maximum_timeout: 600, paused: true };
    const { status, body } = await create(owner, outer.card.id, settings);
    expect([status, body.token]).toEqual([201, expect.stringMatching(/^glrt-[\da-f]{30}$/)]);
    const at = `/runners/${body.id}`;
    expect((await app.request(owner, 'GET', at)).body).toMatchObject({
      ...{ runner_type: 'group_type', is_shared: false, tag_list: ['ruby'], locked: true, run_untagged: false },
      ...{ maximum_timeout: 600, paused: true, projects: [] },
      groups: [{ id: outer.card.id, name: outer.card.fullPath, web_url: `${app.url}/groups/${outer.card.fullPath}` }],
    });
    expect((await app.request(owner, 'PUT', at, { paused: false })).body).toMatchObject({ paused: false });
    expect((await app.request(owner, 'POST', `${at}/reset_authentication_token`)).status).toBe(201);
    const others = [
      await app.request(master, 'GET', at),
      await app.request(master, 'PUT', at, { paused: true }),
      await app.request(master, 'GET', `${at}/jobs`),
      await app.request(master, 'POST', `${at}/reset_authentication_token`),
      await app.request(master, 'DELETE', at),
      await app.request(master, 'POST', `/projects/${tree.id}/runners`, { runner_id: body.id }),
      await create(master, outer.card.id),
    ];
    expect(others.map((answer) => answer.status)).toEqual(others.map(() => 403));
    expect((await app.request(owner, 'DELETE', at)).status).toBe(204);
  });

  it('need a group that the caller sees', async () => {
    const { owner } = newTree();
    expect((await create(owner, undefined)).body).toEqual({ error: 'group_id is missing' });
    for (const id of [newTree().outer.card.id, 999_999, -1])
      expect(await create(owner, id)).toEqual({ status: 404, body: { message: '404 Group Not Found' } });
    expect((await create(null, 1)).status).toBe(401);
  });

  it('are listed in the group, its subgroups, and their projects', async () => {
    const tree = newTree();
    const { owner, master, outer, inner, id } = tree;
    const [own, foreign] = [await newRunner(tree), await newRunner(newTree())];
    for (const path of [
      `/groups/${outer.card.id}/runners`,
      `/groups/${inner.card.id}/runners`,
      `/projects/${id}/runners`,
    ])
      expect(await listed(owner, `${path}?type=group_type`)).toEqual([own.id]);
    expect([await listed(owner, '/runners'), await listed(master, '/runners')]).toEqual([[own.id], []]);
    tree.project.card = { ...tree.project.card, groupRunnersEnabled: false };
    expect(await listed(owner, `/projects/${id}/runners`)).toEqual([]);
    expect((await app.request(master, 'GET', `/groups/${outer.card.id}/runners`)).status).toBe(403);
    const admin = app.user(1, undefined, undefined, { admin: true });
    expect(await listed(admin, '/runners/all?type=group_type&per_page=100')).toEqual(
      expect.arrayContaining([own.id, foreign.id]),
    );
  });

  it('take the jobs of the projects of the group and its subgroups', async () => {
    const tree = newTree();
    const [runner, foreign] = [await newRunner(tree, { tag_list: 'a' }), await newRunner(newTree(), { tag_list: 'a' })];
    const { jobs } = await makePipeline(app, tree.project, [
      { name: 'tagged', tags: ['a'] },
      { name: 'b', tags: ['b'] },
    ]);
    expect(await foreign.take()).toBeUndefined();
    expect((await runner.take())?.id).toBe(jobs[0]);
    expect(await runner.take()).toBeUndefined();
    expect((await app.request(tree.owner, 'GET', `/runners/${runner.id}/jobs`)).body).toMatchObject([{ id: jobs[0] }]);
  });

  it('leave the jobs of projects that do not use them', async () => {
    const tree = newTree();
    const runner = await newRunner(tree);
    await makePipeline(app, tree.project, [{ name: 'a' }]);
    const use = (groupRunnersEnabled: boolean) =>
      app.database.tx((tx) =>
        app.get(OnProjectUpdated).handle(
          {
            ...{ projectId: tree.id, visibility: 'private', archived: false, mergeRequests: 'enabled' },
            ...{ repository: 'enabled', builds: 'enabled', sharedRunnersEnabled: false, groupRunnersEnabled },
          },
          { tx } as Delivery,
        ),
      );
    await use(false);
    expect(await runner.take()).toBeUndefined();
    await use(true);
    expect(await runner.take()).toBeDefined();
  });

  it('do not get a job of a project that has left the group before its event', async () => {
    const [tree, target] = [newTree(), newTree()];
    const [former, present] = [await newRunner(tree), await newRunner(target)];
    const { jobs } = await makePipeline(app, tree.project, [{ name: 'a' }]);
    app.others.groupsAround.set(tree.id, [target.outer.card.id]);
    expect(await former.take()).toBeUndefined();
    expect((await present.take())?.id).toBe(jobs[0]);
  });

  it('follow projects and groups that are transferred', async () => {
    const [tree, target] = [newTree(), newTree()];
    const runner = await newRunner(target);
    await makePipeline(app, tree.project, [{ name: 'a' }]);
    app.others.groupsAround.set(tree.id, [target.outer.card.id, tree.inner.card.id]);
    const added = jest.spyOn(app.get(Jobs), 'add').mockResolvedValue();
    const event = { projectId: null, namespaceId: tree.inner.card.id, ...EVERYBODY };
    await app.database.tx((tx) => app.get(OnAccessRevoked).handle(event, { tx } as Delivery));
    await app.database.tx((tx) => app.get(OnAccessRevoked).handle({ ...event, userId: 1 }, { tx } as Delivery));
    const data = added.mock.calls.map((call) => call[2]);
    added.mockRestore();
    expect(data).toEqual([{ projectId: null, groupId: tree.inner.card.id }]);
    expect(await runner.take()).toBeUndefined();
    await app.get(RefreshProjectGroups).execute({ projectId: null, groupId: tree.inner.card.id });
    expect(await runner.take()).toBeDefined();
  });

  it('take the jobs of projects that were made before there were such runners', async () => {
    const tree = newTree();
    await makePipeline(app, tree.project, [{ name: 'a' }]);
    await app.testDatabase.query(`update projects set group_ids = '{}' where id = $1`, [tree.id]);
    const runner = await newRunner(tree);
    expect(await runner.take()).toBeUndefined();
    const queued = await app.testDatabase.query<{ data: JobDataOf<typeof RefreshProjectGroupsJob> }>(
      `delete from ci_jobs.job where name = 'refresh-project-groups' returning data -> 'data' as data`,
    );
    for (const { data } of queued) await app.get(RefreshProjectGroups).execute(data);
    expect(await runner.take()).toBeDefined();
  });

  it('learn the groups of a project from its next pipeline', async () => {
    const tree = newTree();
    const hold = (groupIds: number[]) =>
      app.database.tx((tx) => app.get(ProjectsStore).hold(tx, tree.id as ProjectId, { groupIds }));
    const stored = async () =>
      (await app.testDatabase.query('select group_ids from projects where id = $1', [tree.id]))[0]!['group_ids'];
    await hold([1]);
    expect(await stored()).toEqual(['1']);
    await hold([2, 3]);
    expect(await stored()).toEqual(['2', '3']);
  });

  it('go with their group', async () => {
    const tree = newTree();
    const [gone, stays] = [await newRunner(tree), await newRunner(newTree())];
    await app.get(RemoveGroup).execute({ groupId: tree.outer.card.id });
    const verify = ({ token }: RunnerClient) => app.request(null, 'POST', '/runners/verify', { token });
    expect([(await verify(gone)).status, (await verify(stays)).status]).toEqual([403, 200]);
  });
});

import type { ProjectId } from '@hearth/contract-kit';
import {
  FindMilestoneQuery,
  LabelsByIdsQuery,
  MilestonesByIdsQuery,
  ResolveLabelsCommand,
  type Milestone,
} from '@hearth/projects-contracts';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

describe('what other services ask of labels and milestones', () => {
  const app = ProjectsApp.inBlock();
  const owner = user(1);
  const guest = user(2);
  const admin = user(3, { admin: true });
  let group: number;
  let project: ProjectId;
  let projects = 0;

  beforeAll(async () => {
    const seed = new Seed(app.testDatabase);
    await app.claim(owner);
    group = await seed.group('group');
    await seed.namespaceMember(group, owner.userId, 50);
  });

  beforeEach(async () => {
    const seed = new Seed(app.testDatabase);
    project = await seed.project(group, `project-${++projects}`, 'private');
    await seed.projectMember(project, guest.userId, 10);
  });

  const resolve = async (names: string[], by: { userId: number; admin: boolean } | null) => {
    const createAs = by && { userId: by.userId as typeof owner.userId, admin: by.admin };
    return (await app.calls.command(ResolveLabelsCommand, { projectId: project, names, createAs })).labels;
  };
  const label = async (name: string): Promise<number> =>
    (await app.request(owner, 'POST', `/projects/${project}/labels`, { name, color: '#fff' })).body.id;
  const milestone = async (parent: string, title: string): Promise<number> =>
    (await app.request(owner, 'POST', `/${parent}/milestones`, { title, due_date: '2026-05-06' })).body.id;

  it('resolves the names of labels of the groups around, and creates nothing beside them', async () => {
    const path = `/groups/${group}/labels`;
    const { id, name } = (await app.request(owner, 'POST', path, { name: `above-${project}`, color: '#fff' })).body;
    expect(await resolve([name], owner)).toEqual([{ id, name }]);
    const record = { id, name, color: '#fff', description: null };
    expect((await app.calls.query(LabelsByIdsQuery, { ids: [id] })).labels).toEqual([record]);
  });

  it('resolves names, and creates for users who manage labels', async () => {
    const bug = { id: await label('bug'), name: 'bug' };
    expect(await resolve([' bug ', 'new', 'a,b', '', 'bug'], null)).toEqual([bug]);
    expect(await resolve(['bug', 'new'], guest)).toEqual([bug]);
    const created = await resolve(['new', 'bug', 'a,b', ''], owner);
    expect(created).toEqual([bug, { id: expect.any(Number), name: 'new' }]);
    expect(await resolve(['new', 'bug'], admin)).toEqual(created);
    expect(await resolve(['other'], admin)).toHaveLength(1);
    expect(await resolve([], owner)).toEqual([]);
  });

  it('creates each label once for parallel requests', async () => {
    const names = ['c', 'a', 'b'];
    const answers = await Promise.all([names, [...names].reverse(), names].map((asked) => resolve(asked, owner)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]!.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  });

  it('resolves nothing in a project that is gone', async () => {
    await app.request(owner, 'DELETE', `/projects/${project}`);
    expect(await resolve(['bug'], owner)).toEqual([]);
  });

  it('names labels of ids, without deleted ones', async () => {
    const ids = [await label('b'), await label('a')];
    const known = async () => (await app.calls.query(LabelsByIdsQuery, { ids: [...ids, 999_999] })).labels;
    expect((await known()).map(({ name }) => name)).toEqual(['a', 'b']);
    await app.request(owner, 'DELETE', `/projects/${project}/labels/b`);
    expect(await known()).toEqual([{ id: ids[1], name: 'a', color: '#fff', description: null }]);
  });

  it('finds the milestones of a project and the groups around it', async () => {
    const own = await milestone(`projects/${project}`, 'own');
    const around = await milestone(`groups/${group}`, `around ${project}`);
    const other = new Seed(app.testDatabase);
    const elsewhere = await other.project(group, `other-${project}`, 'private');
    const foreign = await milestone(`projects/${elsewhere}`, 'foreign');
    const find = async (asked: { id: number } | { title: string }): Promise<Milestone | null> =>
      (await app.calls.query(FindMilestoneQuery, { projectId: project, milestone: asked })).milestone;
    expect(await find({ id: own })).toMatchObject({ id: own, iid: 1, projectId: project, groupId: null, title: 'own' });
    expect(await find({ title: `around ${project}` })).toMatchObject({ id: around, projectId: null, groupId: group });
    expect(await find({ id: foreign })).toBeNull();
    expect(await find({ title: 'foreign' })).toBeNull();
    const { milestones } = await app.calls.query(MilestonesByIdsQuery, { ids: [around, own, 999_999, foreign] });
    expect(milestones.map(({ id }) => id)).toEqual([own, around, foreign]);
    expect(milestones[0]).toEqual(await find({ id: own }));
  });
});

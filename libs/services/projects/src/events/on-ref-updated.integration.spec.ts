import { randomUUID } from 'node:crypto';
import type { EventDataOf, ProjectId } from '@hearth/contract-kit';
import { NoteDefaultBranchCommand } from '@hearth/projects-contracts';
import type { RefUpdatedEvent } from '@hearth/repository-contracts';
import type { Delivery } from '@hearth/messaging';
import { ProjectsApp } from '../testing/projects-app.js';
import { user } from '../testing/people.js';
import { Seed } from '../testing/seed.js';
import type { TestDatabase } from '../testing/test-database.js';
import { OnRefUpdated } from './on-ref-updated.js';

type Change = EventDataOf<typeof RefUpdatedEvent>;

describe('OnRefUpdated', () => {
  let database: TestDatabase;
  const app = ProjectsApp.inBlock();
  let namespaceId: number;
  let number = 0;
  const ada = user(1, { username: 'ada' });

  beforeAll(async () => {
    database = app.testDatabase;
    namespaceId = await app.claim(ada);
  });

  async function project(): Promise<ProjectId> {
    const id = await new Seed(database).project(namespaceId, `p${++number}`, 'public');
    await database.query(`update projects set last_activity_at = '2018-01-01T00:00:00Z' where id = $1`, [id]);
    return id;
  }

  function change(projectId: ProjectId, sequence: number, defaultBranch: string | null, occurredAt: string): Change {
    const moved = { ref: 'refs/heads/x', oldId: null, newId: null, userId: 1 };
    return { projectId, sequence, pushId: randomUUID(), via: 'http', defaultBranch, occurredAt, ...moved };
  }

  const hear = (data: Change) => app.database.tx((tx) => app.get(OnRefUpdated).handle(data, { tx } as Delivery));

  async function shown(id: ProjectId): Promise<[string | null, string]> {
    const { body } = await app.request(ada, 'GET', `/projects/${id}`);
    return [body.default_branch, body.last_activity_at];
  }

  it('notes activity and the default branch', async () => {
    const id = await project();
    await hear(change(id, 1, 'main', '2018-02-01T10:00:00.500Z'));
    expect(await shown(id)).toEqual(['main', '2018-02-01T10:00:00.500Z']);
    await hear(change(id, 2, 'trunk', '2018-02-01T11:00:00.000Z'));
    expect(await shown(id)).toEqual(['trunk', '2018-02-01T11:00:00.000Z']);
    await hear(change(id, 3, null, '2018-02-01T12:00:00.000Z'));
    expect(await shown(id)).toEqual([null, '2018-02-01T12:00:00.000Z']);
  });

  it('ends the same whatever is told twice or late', async () => {
    const first = (id: ProjectId) => change(id, 1, 'old', '2018-02-01T10:00:00.000Z');
    const second = (id: ProjectId) => change(id, 2, 'new', '2018-02-01T11:00:00.000Z');
    for (const order of [
      [first, second, first, second],
      [second, first],
      [second, second, first, first],
    ]) {
      const id = await project();
      for (const tell of order) await hear(tell(id));
      expect(await shown(id)).toEqual(['new', '2018-02-01T11:00:00.000Z']);
    }
  });

  it('stores a default branch at once where repository says it before the event', async () => {
    const id = await project();
    const [, before] = await shown(id);
    await app.calls.command(NoteDefaultBranchCommand, { projectId: id, sequence: 2, defaultBranch: 'main' });
    expect(await shown(id)).toEqual(['main', before]);
    await hear(change(id, 1, 'old', '2018-02-01T10:00:00.000Z'));
    expect(await shown(id)).toEqual(['main', '2018-02-01T10:00:00.000Z']);
    await hear(change(id, 2, 'main', '2018-02-01T11:00:00.000Z'));
    expect(await shown(id)).toEqual(['main', '2018-02-01T11:00:00.000Z']);
  });

  it('never moves activity back', async () => {
    const id = await project();
    await hear(change(id, 1, 'main', '2017-06-01T00:00:00.000Z'));
    expect(await shown(id)).toEqual(['main', '2018-01-01T00:00:00.000Z']);
  });

  it('has nothing to do for a project that is gone', async () => {
    const id = await project();
    await app.request(ada, 'DELETE', `/projects/${id}`);
    await hear(change(id, 1, 'main', '2018-02-01T10:00:00.000Z'));
    expect(await database.query('select id from projects where id = $1', [id])).toEqual([]);
  });
});

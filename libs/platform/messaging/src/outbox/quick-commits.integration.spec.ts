import { randomUUID } from 'node:crypto';
import { NestFactory } from '@nestjs/core';
import { Module, type INestApplicationContext } from '@nestjs/common';
import { DataModule, Database, type Tx } from '@hearth/data';
import { TestDatabase } from '@hearth/data/testing';
import { beginAttempt, markHandled } from '../inbox/inbox-rows.js';
import { StepDone, projectsSchema } from '../testing/sample-events.js';
import { Outbox } from './outbox.js';
import { markPublished, unpublishedRows } from './outbox-rows.js';

@Module({ imports: [DataModule.forService(projectsSchema)] })
class Projects {}

/** Returns true when the transaction's commit waits for the disk. */
async function waitsForDisk(tx: Tx): Promise<boolean> {
  const [row] = await tx.query<{ synchronous_commit: string }>('show synchronous_commit');
  return row!.synchronous_commit === 'on';
}

describe('commits of what may be done twice', () => {
  let server: TestDatabase;
  let app: INestApplicationContext;
  let database: Database;

  beforeAll(async () => {
    server = await TestDatabase.make([projectsSchema]);
    app = await NestFactory.createApplicationContext(Projects, { logger: false });
    database = app.get(Database, { strict: false });
  }, 30_000);
  afterAll(async () => {
    await app?.close();
    await server?.drop();
  }, 30_000);

  const afterDoing = (work: (tx: Tx) => Promise<unknown>) =>
    database.tx(async (tx) => {
      await work(tx);
      return waitsForDisk(tx);
    });

  it('do not wait for the disk: the count of attempts, and the mark of published events', async () => {
    const outbox = new Outbox('projects');
    await database.tx((tx) => outbox.append(tx, StepDone, { projectId: 1, step: 1, mood: 'good' }));
    const [row] = await unpublishedRows(database, 1);
    expect(await afterDoing((tx) => markPublished(tx, [row!.id]))).toBe(false);
    expect(await unpublishedRows(database, 1)).toEqual([]);
    const event = randomUUID();
    expect(await afterDoing((tx) => beginAttempt(tx, event, 'handler', 1))).toBe(false);
    expect(await beginAttempt(database, event, 'handler', 1)).toBe(2);
  }, 30_000);

  it('leave all others waiting: appended events, and effects with the mark that they happened', async () => {
    const outbox = new Outbox('projects');
    const event = randomUUID();
    await beginAttempt(database, event, 'handler', 1);
    expect(await afterDoing((tx) => markHandled(tx, event, 'handler', 'done'))).toBe(true);
    expect(await afterDoing((tx) => outbox.append(tx, StepDone, { projectId: 1, step: 2, mood: 'good' }))).toBe(true);
  }, 30_000);
});

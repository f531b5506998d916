import { randomUUID } from 'node:crypto';
import { Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataModule, Database, type Tx } from '@hearth/data';
import { TestDatabase } from '@hearth/data/testing';
import type { EventEnvelope } from '../event.js';
import { ciSchema } from '../testing/sample-events.js';
import { DeadLetters } from './dead-letters.js';
import { Inbox, type Outcome } from './inbox.js';

@Module({ imports: [DataModule.forService(ciSchema)] })
class Ci {}

describe('the inbox', () => {
  let server: TestDatabase;
  let app: INestApplicationContext;
  let database: Database;
  let inbox: Inbox;

  beforeAll(async () => {
    server = await TestDatabase.make([ciSchema]);
    app = await NestFactory.createApplicationContext(Ci, { logger: false });
    database = app.get(Database, { strict: false });
    inbox = new Inbox('ci', database);
  }, 60_000);
  afterAll(async () => {
    await app?.close();
    await server?.drop();
  }, 30_000);

  const event = (): EventEnvelope => ({
    id: randomUUID(),
    type: 'projects.step-done',
    source: 'projects',
    time: new Date(),
    key: '1',
    data: { projectId: 1 },
  });
  /** Delivers an event until it is finished. Returns the causes of the retries. */
  const deliver = async (delivered: EventEnvelope, effect: (tx: Tx) => Promise<void>) => {
    const causes: string[] = [];
    for (let left = 100; left > 0; left--) {
      const outcome: Outcome = await inbox.handleOnce('handler', delivered, effect);
      if (outcome.finished) return { result: outcome.result, causes };
      causes.push(outcome.cause);
    }
    return { result: 'endless', causes };
  };
  /** Terminates the connection of a transaction, like a server that shuts down. */
  const cut = async (tx: Tx) => {
    const [backend] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
    await server.query('select pg_terminate_backend($1)', [backend?.pid]);
    await tx.query('select 1');
  };
  const letterOf = async ({ id }: EventEnvelope) => {
    const letters = await new DeadLetters('ci', database).list();
    return letters.find((letter) => letter.event.id === id);
  };

  it('gives up what fails with a text that PostgreSQL cannot hold, and keeps the rest of the text', async () => {
    const failing = event();
    const { result, causes } = await deliver(failing, () => Promise.reject(new Error('bad \0 luck \ud83d')));
    expect(result).toBe('dead');
    expect(causes).toEqual(['handler', 'handler', 'handler']);
    const letter = await letterOf(failing);
    expect(letter?.attempts).toBe(4);
    expect(letter?.error).toContain('bad  luck');
  }, 30_000);

  it('does not count attempts for which the database went away', async () => {
    let runs = 0;
    const { result, causes } = await deliver(event(), async (tx) => {
      if (++runs <= 6) await cut(tx);
    });
    expect(result).toBe('done');
    expect(causes).toEqual(Array<string>(6).fill('unavailable'));
  }, 30_000);

  it('gives up what takes the database away each time', async () => {
    const deadly = event();
    const { result, causes } = await deliver(deadly, cut);
    expect(result).toBe('dead');
    expect(new Set(causes)).toEqual(new Set(['unavailable']));
    expect(await letterOf(deadly)).toMatchObject({ attempts: 4 });
  }, 60_000);
});

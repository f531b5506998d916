import { withOrigin } from '@hearth/telemetry';
import type { EventServer } from '../event-server.js';
import { SampleApp, type Mode, type Step } from './sample-app.js';
import { SampleChild } from './sample-child.js';
import { UNANSWERED, UNSELECTED } from './sample-ci.js';
import { ciSchema, projectsSchema, repositorySchema, stepOwner } from './sample-events.js';
import { TestDatabase, until } from '@hearth/data/testing';

const good = (projectId: number, step = 1): Step => ({ projectId, step, mood: 'good' });

/** Specs that hold for both transports; called by one spec file for each. */
export function eventsBehave(mode: Mode): void {
  let database: TestDatabase;
  const apps: SampleApp[] = [];
  const children: SampleChild[] = [];

  const keep = (app: SampleApp) => {
    apps.push(app);
    return app;
  };
  const start = async () => keep(await SampleApp.start(mode));
  const open = async () => keep(await SampleApp.open(mode));
  const fork = async () => {
    const child = await SampleChild.start(mode);
    children.push(child);
    return child;
  };
  const effects = (handler: string, projectId: number) =>
    database.query<{
      step: number;
      attempt: number;
      correlation: string | null;
      causation: string | null;
      actor: number | null;
    }>(
      `select step, attempt, correlation, causation, actor::int from ${schemaOf(handler)}.effects
       where handler = $1 and project_id = $2 order by id`,
      [handler, projectId],
    );
  const seen = (handler: string, projectId: number, count = 1) =>
    until(`${handler} had ${count} of project ${projectId}`, async () => {
      const rows = await effects(handler, projectId);
      return rows.length >= count && rows;
    });
  const settled = () =>
    until('the outboxes are empty', async () => {
      const [row] = await database.query<{ waiting: string }>(
        `select (select count(*) from projects.outbox where published_at is null)
              + (select count(*) from repository.outbox where published_at is null) as waiting`,
      );
      return Number(row?.waiting) === 0;
    });

  beforeAll(async () => {
    database = await TestDatabase.make([projectsSchema, repositorySchema, ciSchema]);
  }, 60_000);
  afterEach(async () => {
    await Promise.all(children.splice(0).map((child) => child.kill()));
    await Promise.all(apps.splice(0).map((app) => app.stop()));
  }, 60_000);
  afterAll(() => database?.drop(), 30_000);

  it('gives an event to every handler of every service once, and what they publish in turn to others', async () => {
    const app = await start();
    await withOrigin({ actor: 7, correlation: 'request-1' }, () => app.append([good(1)]));
    for (const handler of ['first', 'second', 'ci']) {
      expect(await seen(handler, 1)).toMatchObject([{ step: 1, attempt: 1, correlation: 'request-1' }]);
    }
    const [row] = await database.query<{ event_id: string }>(`select event_id from projects.outbox where key = '1'`);
    expect(await seen('seen', 1)).toMatchObject([{ correlation: 'request-1', causation: row?.event_id, actor: 7 }]);
    await until('everything works', () => works(app.messaging));
    expect(app.messaging.problems()).toEqual([]);
  }, 60_000);

  it('tells nothing of a transaction that was rolled back', async () => {
    const app = await start();
    const failing = app.database.tx(async (tx) => {
      await tx.query(
        `insert into outbox (topic, type, key, data) values ('projects', 'projects.step-done', '2', '{}')`,
      );
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    await app.append([good(2, 9)]);
    expect(await seen('first', 2)).toMatchObject([{ step: 9 }]);
  }, 60_000);

  it('keeps the order of a key through failures, in every handler', async () => {
    const app = await start();
    const steps = Array.from({ length: 40 }, (_, index) => index + 1);
    const projects = [11, 12, 13, 14, 15];
    for (const step of steps) {
      await app.append(projects.map((projectId) => ({ projectId, step, mood: step % 15 === 0 ? 'flaky' : 'good' })));
    }
    for (const projectId of projects) {
      expect((await seen('first', projectId, 40)).map(({ step }) => step)).toEqual(steps);
      expect((await seen('seen', projectId, 40)).map(({ step }) => step)).toEqual(steps);
    }
  }, 60_000);

  it('gives up a poisoned event while other keys go on, and has its effect once after the cure and a replay', async () => {
    const app = await start();
    const others = Array.from({ length: 30 }, (_, index) => 100 + index);
    await app.append([{ projectId: 20, step: 1, mood: 'poison' }, good(20, 2), ...others.map((id) => good(id))]);
    for (const id of others) await seen('first', id);
    expect(await effects('first', 20)).toEqual([]);
    expect(await seen('first', 20)).toMatchObject([{ step: 2, attempt: 1 }]);
    expect(await seen('second', 20, 2)).toMatchObject([{ step: 1 }, { step: 2 }]);

    const [letter] = await app.deadLetters.list();
    expect(letter).toMatchObject({ handler: 'OnStepDone', attempts: 4, event: { key: '20', source: 'projects' } });
    expect(letter?.error).toContain('poisoned');

    await database.query('insert into repository.cures values (20)');
    expect(await app.deadLetters.replay()).toBe(1);
    expect(await seen('first', 20, 2)).toMatchObject([{ step: 2 }, { step: 1 }]);
    await settled();
    expect(await effects('second', 20)).toHaveLength(2);
    expect(await effects('ci', 20)).toHaveLength(2);
    expect(await app.deadLetters.list()).toEqual([]);
    expect(await app.deadLetters.list({ all: true })).toMatchObject([{ event: { id: letter?.event.id } }]);
  }, 60_000);

  it('drops duplicates', async () => {
    const app = await start();
    await app.append([good(30)]);
    await seen('first', 30);
    await seen('seen', 30);
    await settled();
    await database.query(`update projects.outbox set published_at = null where key = '30'`);
    await app.append([good(30, 2)]);
    expect((await seen('first', 30, 2)).map(({ step }) => step)).toEqual([1, 2]);
    expect((await seen('ci', 30, 2)).map(({ step }) => step)).toEqual([1, 2]);
  }, 60_000);

  it('leaves out a reaction that does not select an event, without a row of its inbox', async () => {
    const app = await start();
    await app.append([9, 10, 11, 20].map((step) => good(36, step)));
    expect((await seen('tenth', 36, 2)).map(({ step }) => step)).toEqual([10, 20]);
    expect(await seen('seen', 36, 4)).toHaveLength(4);
    await settled();
    const handled = await database.query(
      `select i.event_id from ci.inbox i join repository.outbox o using (event_id) where i.handler = 'OnTenthStepSeen' and o.key = '36'`,
    );
    expect(handled).toHaveLength(2);
  }, 60_000);

  it('gives a reaction that fails to select among events all of them', async () => {
    const app = await start();
    await app.append([good(37, UNSELECTED)]);
    await seen('tenth', 37);
    await app.append([good(38, UNANSWERED)]);
    await seen('tenth', 38);
  }, 60_000);

  it('gives up at once what is not what the contract says', async () => {
    const app = await start();
    await app.database.query(
      `insert into outbox (topic, type, key, data) values ('projects', 'projects.step-done', '35', '{"projectId": "x"}')`,
    );
    await app.append([good(35)]);
    await seen('first', 35);
    const letters = (await app.deadLetters.list()).filter(({ event }) => event.key === '35');
    expect(letters.map(({ handler, attempts }) => [handler, attempts])).toEqual([
      ['OnStepDone', 1],
      ['OnStepDoneTellOthers', 1],
    ]);
  }, 60_000);

  describe('with a reaction that erases something', () => {
    /** Publishes an event as an attacker who can write to the broker. */
    const deleted = (app: SampleApp, projectId: number, step: number) =>
      app.database.query(
        `insert into outbox (topic, type, key, data) values ('projects', 'projects.step-deleted', $1, $2)`,
        [String(projectId), { projectId, step }],
      );
    const lettersOf = async (app: SampleApp, projectId: number) =>
      (await app.deadLetters.list()).filter(({ event }) => event.key === String(projectId));
    afterEach(() => {
      stepOwner.answers = true;
    });

    it('dead-letters what is not true, without its effect', async () => {
      const app = await start();
      stepOwner.stillHas.add(71);
      await deleted(app, 70, 71);
      await deleted(app, 70, 72);
      expect(await seen('erased', 70)).toMatchObject([{ step: 72 }]);
      const [letter, ...more] = await lettersOf(app, 70);
      expect(letter).toMatchObject({ handler: 'OnStepDeleted', attempts: 1, event: { data: { step: 71 } } });
      expect(letter?.error).toContain('its owner still has what it says is gone');
      expect(more).toEqual([]);
    }, 60_000);

    it('waits for an owner who does not answer, without using up attempts', async () => {
      const app = await start();
      stepOwner.answers = false;
      const before = stepOwner.asked;
      await deleted(app, 75, 76);
      await app.append([good(77)]);
      await seen('first', 77);
      await until('the owner was asked again', () => Promise.resolve(stepOwner.asked >= before + 2));
      expect(await effects('erased', 75)).toEqual([]);
      stepOwner.answers = true;
      expect(await seen('erased', 75)).toMatchObject([{ step: 76, attempt: 1 }]);
      expect(await lettersOf(app, 75)).toEqual([]);
    }, 60_000);
  });

  it('has an effect once when the process dies between effect and mark', async () => {
    const victim = await fork();
    const writer = await open();
    await writer.append([{ projectId: 40, step: 1, mood: 'kill-once' }, good(40, 2)]);
    expect(await victim.ended()).toBe('SIGKILL');
    expect(await effects('first', 40)).toEqual([]);
    await fork();
    expect(await seen('first', 40, 2)).toMatchObject([
      { step: 1, attempt: 2 },
      { step: 2, attempt: 1 },
    ]);
  }, 60_000);

  // Through Kafka each death is noticed when a session has expired: there the faults suite waits for that, beside other work.
  if (mode === 'local')
    it('gives up an event that kills its process each time', async () => {
      const writer = await open();
      await writer.append([{ projectId: 50, step: 1, mood: 'kill' }, good(50, 2)]);
      for (let death = 1; death <= 4; death++) {
        expect(await (await fork()).ended()).toBe('SIGKILL');
      }
      await fork();
      expect(await seen('first', 50)).toMatchObject([{ step: 2 }]);
      const [letter] = (await writer.deadLetters.list()).filter(({ event }) => event.key === '50');
      expect(letter).toMatchObject({ attempts: 4, handler: 'OnStepDone' });
    }, 120_000);

  it('lets another relay take over when the working one dies', async () => {
    const first = await fork();
    await until('the first relay works', relayHolder);
    const holder = await relayHolder();
    const second = await start();
    await second.append([good(60)]);
    await seen('seen', 60);
    expect(await relayHolder()).toBe(holder);
    await first.kill();
    await second.append([good(60, 2)]);
    expect((await seen('seen', 60, 2)).map(({ step }) => step)).toEqual([1, 2]);
    expect(await relayHolder()).not.toBe(holder);
  }, 60_000);

  /** Returns PostgreSQL's process id of the relay of `projects` that holds the lock. */
  async function relayHolder(): Promise<number | undefined> {
    const [row] = await database.query<{ pid: number }>(
      `select l.pid from pg_locks l join pg_stat_activity a using (pid)
       where l.locktype = 'advisory' and l.granted and a.application_name = 'hearth-projects-relay'
         and a.datname = current_database()`,
    );
    return row?.pid;
  }
}

function schemaOf(handler: string): string {
  return ['ci', 'seen', 'tenth'].includes(handler) ? 'ci' : 'repository';
}

/** Waits until there are no problems. */
export function works(messaging: EventServer): Promise<boolean> {
  return Promise.resolve(messaging.ready() && messaging.healthy());
}

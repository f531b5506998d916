import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { Database } from '@hearth/data';
import { openObjects, type ObjectStore } from '@hearth/objects';
import { makeTemporaryFolder, type TemporaryFolder } from '@hearth/testing';
import { register } from 'prom-client';
import { IdentityApp } from '../testing/identity-app.js';
import { newUser, principalOf } from '../testing/people.js';
import { CreateUser } from '../users/create.js';
import { AuditEventsStore } from './audit-events.store.js';
import type { AuditEventView } from './audit-event.view.js';
import { AuditExport } from './audit-export.js';
import { ObjectsSink } from './audit-sink.js';
import { ExportAuditEvents } from './export-audit-events.js';
import { RemoveOldAuditEvents } from './remove-old-audit-events.js';

const NEW = new Date('2018-01-15T10:00:00.000Z');
const RUN = { signal: new AbortController().signal };

/** A store of a folder that fails or interferes on demand, before it writes. */
class TestObjects implements Pick<ObjectStore, 'put'> {
  private folder: TemporaryFolder;
  private store: ObjectStore;
  before = () => Promise.resolve();

  async open(): Promise<void> {
    this.folder = await makeTemporaryFolder('audit-export');
    const access = { endpoint: undefined, region: 'us-east-1', credentialsFile: undefined };
    this.store = await openObjects(this.folder.path, access);
  }

  async put(name: string, content: Readable, most: number): Promise<number> {
    await this.before();
    return this.store.put(name, content, most);
  }

  async records(): Promise<AuditEventView[]> {
    const names: string[] = [];
    for await (const { name } of this.store.list('audit')) names.push(name);
    const texts = await Promise.all(names.map((name) => readFile(`${this.folder.path}/${name}`, 'utf8')));
    const lines = texts.flatMap((text) => text.trimEnd().split('\n'));
    return lines.map((line) => JSON.parse(line) as AuditEventView).sort((a, b) => a.id - b.id);
  }

  close(): Promise<void> {
    return this.folder.remove();
  }
}

describe('the export of the audit trail', () => {
  const objects = new TestObjects();
  const app = IdentityApp.inBlock(undefined, [
    { provider: AuditExport, by: new AuditExport(new ObjectsSink(objects)) },
  ]);
  beforeAll(() => objects.open());
  afterAll(() => objects.close());

  const run = () => app.get(ExportAuditEvents).execute({}, RUN);
  const record = (kind: string) => ({
    ...{ kind, actorId: null, actingAsId: null, address: null, requestId: null, details: { projectId: 3 } },
    subject: { type: 'user', id: 17, name: 'jane' },
  });
  const write = (kind: string) => app.get(Database).tx((tx) => app.get(AuditEventsStore).insert(tx, record(kind), NEW));
  const fail = () =>
    app
      .get(Database)
      .tx((tx) =>
        app
          .get(AuditEventsStore)
          .coalesce(tx, { ...record('session.failed'), details: { attempts: 1 } }, undefined, Buffer.from('key'), NEW),
      );
  const lag = async () => {
    const [metric] = (await register.getMetricsAsJSON()).filter(
      ({ name }) => name === 'hearth_audit_export_lag_seconds',
    );
    return metric!.values[0]!.value;
  };
  const kinds = async () => (await objects.records()).map(({ kind }) => kind);

  it('has each record once, as the API answers it', async () => {
    const admin = await app.get(CreateUser).execute(newUser('boss', { admin: true }));
    await write('user.blocked');
    await write('user.unblocked');
    await run();
    await run();
    const { body } = await app.request(principalOf(admin), 'GET', '/audit_events');
    const exported = await objects.records();
    expect(exported.map(({ kind }) => kind)).toEqual(['user.blocked', 'user.unblocked']);
    expect(exported).toEqual(
      (body as unknown as AuditEventView[]).filter(({ subject_id }) => subject_id === 17).reverse(),
    );
    expect(await lag()).toBe(0);
  });

  it('keeps records while the store fails, and until they are written', async () => {
    await write('user.renamed');
    objects.before = () => Promise.reject(new Error('the store is away'));
    app.clock.time = new Date(NEW.getTime() + 90_000);
    await expect(run()).rejects.toThrow('the store is away');
    expect(await lag()).toBe(90);
    app.clock.time = new Date(NEW.getTime() + 400 * 24 * 60 * 60 * 1_000);
    await app.get(RemoveOldAuditEvents).execute({}, RUN);
    objects.before = () => Promise.resolve();
    await run();
    expect(await kinds()).toEqual(['user.blocked', 'user.unblocked', 'user.renamed']);
    expect(await lag()).toBe(0);
  });

  it('has a record again that has changed while it was written', async () => {
    await fail();
    objects.before = async () => void (await fail());
    await run();
    objects.before = () => Promise.resolve();
    await run();
    const failures = (await objects.records()).filter(({ kind }) => kind === 'session.failed');
    expect(failures.map(({ details }) => details['attempts']).sort()).toEqual([1, 2]);
    expect(new Set(failures.map(({ id }) => id)).size).toBe(1);
  });
});

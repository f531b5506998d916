import { mkdir } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import path from 'node:path';
import type { Principal } from '@hearth/contract-kit';
import { TestDatabase, type Preparation } from '@hearth/data/testing';
import { migrateJobs } from '@hearth/jobs';
import { Git as Client, ServiceApp, makeTemporaryFolder, type TemporaryFolder } from '@hearth/testing';
import { RepositoryModule } from '../repository.module.js';
import { FakeServices } from './fake-services.js';

export { CORRELATION_ID } from '@hearth/testing';

const queues: Preparation = (url) => migrateJobs(url, 'repository', RepositoryModule.jobs, ['here']);

/**
 * One process of this service with git, on a port of its own; the other services are fakes. Callers send their user name by HTTP Basic, in
 * place of credentials.
 */
export class RepositoryApp extends ServiceApp {
  /** Data of the app, and a place for clones. */
  folder!: TemporaryFolder;

  private constructor(
    readonly services = new FakeServices(),
    private readonly principals = new Map<string, Principal>(),
  ) {
    super(RepositoryModule, services, {
      listens: true,
      principalOf: (headers) => principals.get(usernameIn(headers)) ?? null,
      makeDatabase: () => TestDatabase.make([RepositoryModule.schema], queues),
    });
  }

  /** For the specs of a block. @param settings of this block, which are not set after it */
  static inBlock(settings: Readonly<Record<string, string>> = {}): RepositoryApp {
    const app = new RepositoryApp();
    beforeAll(async () => {
      Object.assign(process.env, settings);
      app.folder = await makeTemporaryFolder('repository');
      process.env['HEARTH_STORAGES'] = JSON.stringify({ here: path.join(app.folder.path, 'here') });
      process.env['HEARTH_STORAGE_NAMES'] = 'here';
      process.env['HEARTH_OBJECTS'] = path.join(app.folder.path, 'objects');
    });
    app.inBlock();
    afterAll(async () => {
      for (const name of Object.keys(settings)) delete process.env[name];
      await app.folder.remove();
    });
    return app;
  }

  /** Registers a caller by user name. */
  admit(principal: Principal): Principal {
    this.principals.set(principal.username, principal);
    return principal;
  }

  /** Returns the URL of a project for git: with a caller's name in it, or anonymous. */
  remote(fullPath: string, principal?: Principal): string {
    const url = new URL(`${this.url}/${fullPath}.git`);
    if (principal) Object.assign(url, { username: principal.username, password: 'secret' });
    return url.href;
  }

  /** Sends a request for any path to the app's port; redirects are not followed. */
  send(pathAndQuery: string, init: RequestInit & { as?: Principal } = {}): Promise<Response> {
    const { as: principal, ...rest } = init;
    const headers = new Headers(rest.headers);
    if (principal)
      headers.set('authorization', `Basic ${Buffer.from(`${principal.username}:secret`).toString('base64')}`);
    return fetch(`${this.url}${pathAndQuery}`, { redirect: 'manual', ...rest, headers });
  }

  /** Creates an empty folder for a client's repository. */
  async clientFolder(name: string): Promise<Client> {
    const at = path.join(this.folder.path, 'clients', name);
    await mkdir(at, { recursive: true });
    return new Client(at);
  }
}

function usernameIn({ authorization = '' }: IncomingHttpHeaders): string {
  const [, encoded = ''] = /^Basic (.+)$/.exec(authorization) ?? [];
  return Buffer.from(encoded, 'base64').toString().split(':', 1)[0]!;
}

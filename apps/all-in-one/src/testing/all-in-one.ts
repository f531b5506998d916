import { randomBytes } from 'node:crypto';
import { chmod } from 'node:fs/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Calls, LocalCallServer } from '@hearth/calls';
import type { TestDatabase } from '@hearth/data/testing';
import { EdgeModule, SshServer } from '@hearth/edge';
import { routesOf, type RouteEntry } from '@hearth/http';
import { Keyring, parseEncryptionKeys } from '@hearth/secrets';
import { KeysModule, createApp, makeLogger } from '@hearth/service';
import { ApiClient, makeSigningKeys, makeTemporaryFolder, type TemporaryFolder } from '@hearth/testing';
import { makeDatabase, STORAGES } from './make-database.js';
import { StatementCount } from './statement-count.js';

/** A password with colons, which separate login and password in HTTP Basic. */
export const PASSWORD = 'correct:horse:battery';

/** Every service in one process behind a real port, without relays and workers: the statements counted are the requests' own. */
export class AllInOne {
  private constructor(
    readonly app: NestFastifyApplication,
    readonly database: TestDatabase,
    readonly url: string,
    /** Statements that requests have sent to the services' databases so far. */
    readonly statements: StatementCount,
    /** Names of the services, in the order in which their schemas are migrated. */
    readonly services: readonly string[],
    /** Every route of every service and of the edge, as declared. */
    readonly routes: readonly RouteEntry[],
    private readonly folder: TemporaryFolder,
    private readonly resetEnvironment: () => void,
  ) {}

  /** @param settings further variables of its environment */
  static async start(settings: Readonly<Record<string, string>> = {}): Promise<AllInOne> {
    const folder = await makeTemporaryFolder('statements');
    await chmod(folder.path, 0o755);
    const resetEnvironment = setEnvironment({
      HEARTH_STORAGES: JSON.stringify(Object.fromEntries(STORAGES.map((name) => [name, `${folder.path}/${name}`]))),
      HEARTH_STORAGE_NAMES: STORAGES.join(','),
      HEARTH_OBJECTS: `${folder.path}/objects`,
      // All requests of a run come from one user and one address.
      HEARTH_LIMIT_USER: '1000000',
      HEARTH_LIMIT_ADDRESS: '1000000',
      HEARTH_LIMIT_COSTLY: '1000000',
      // Enough for a list's largest page.
      HEARTH_SCHEDULES_LIMIT: '1000',
      ...settings,
    });
    // The modules read the storages while they are loaded.
    const [{ AppModule }, { services }] = await Promise.all([import('../app.module.js'), import('../services.js')]);
    const database = await makeDatabase();
    const keyring = new Keyring(parseEncryptionKeys(`spec:${randomBytes(32).toString('base64')}`));
    const { signer, verifier } = await makeSigningKeys('all-in-one');
    const keys = KeysModule.of(signer, verifier, keyring);
    const app = await createApp({ module: AppModule, keys, logger: makeLogger('spec', 'silent') });
    await app.listen(0, '127.0.0.1');
    const url = (await app.getUrl()).replace('[::1]', '127.0.0.1');
    const names = services.map(({ schema }) => schema.service);
    const routes = [
      ...routesOf('edge', EdgeModule),
      ...services.flatMap((service) => routesOf(service.schema.service, service)),
    ];
    const count = StatementCount.begin(app.get(Calls, { strict: false }));
    const started = new AllInOne(app, database, url, count, names, routes, folder, resetEnvironment);
    await started.call('identity.ensure-root', { password: PASSWORD });
    return started;
  }

  /** Makes a call that only other services may make. */
  call(name: string, input: unknown): Promise<unknown> {
    const contract = this.app.get(LocalCallServer, { strict: false }).contract(name)!;
    return this.app.get(Calls, { strict: false }).command(contract, input);
  }

  /** The port for git over SSH, with HEARTH_SSH. */
  get sshPort(): number {
    return this.app.get(SshServer, { strict: false }).port!;
  }

  /** Creates a token with all permissions of its user. It counts as used: the first use is recorded beside the request, by statements of its own. */
  async token(username: string): Promise<string> {
    const minted = await this.call('identity.mint-token', { username, name: 'spec', scopes: ['api'] });
    const { token } = minted as { token: string };
    const note = `update identity.personal_access_tokens set last_used_at = now() where token_hash = sha256(convert_to($1, 'UTF8'))`;
    await this.database.query(note, [token]);
    return token;
  }

  async client(username: string): Promise<ApiClient> {
    return new ApiClient(this.url, await this.token(username));
  }

  async stop(): Promise<void> {
    this.statements.end();
    await this.app.close();
    this.resetEnvironment();
    await this.folder.remove();
    await this.database.drop();
  }
}

/** Sets variables of the environment. @returns a function that restores them: later specs run in the same process */
function setEnvironment(values: Readonly<Record<string, string>>): () => void {
  const before = Object.keys(values).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, values);
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}

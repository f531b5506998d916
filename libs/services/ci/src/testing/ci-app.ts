import type { AccessLevel, Principal } from '@hearth/contract-kit';
import { user } from '@hearth/contract-kit/testing';
import { TestDatabase, type Preparation } from '@hearth/data/testing';
import { migrateJobs } from '@hearth/jobs';
import { ServiceApp, makeTemporaryFolder, type TemporaryFolder } from '@hearth/testing';
import { CiModule } from '../ci.module.js';
import { OtherServices, type FakeProject } from './other-services.js';

const queues: Preparation = (url) => migrateJobs(url, 'ci', CiModule.jobs);

/** One process of ci; the other services are fakes. */
export class CiApp extends ServiceApp {
  private constructor() {
    const makeDatabase = async () => {
      const database = await TestDatabase.make([CiModule.schema], queues);
      await database.query('set search_path to ci');
      return database;
    };
    super(CiModule, [OtherServices], { makeDatabase });
  }

  /** For the specs of one block, with a separate database. */
  static inBlock(): CiApp {
    let folder: TemporaryFolder;
    beforeAll(async () => {
      folder = await makeTemporaryFolder('artifacts');
      process.env['HEARTH_OBJECTS'] = folder.path;
      process.env['HEARTH_ARTIFACTS_LIMIT'] = '1MiB';
      // Specs send requests without pauses.
      process.env['HEARTH_RUNNER_REQUESTS'] = process.env['HEARTH_RUNNER_PROJECT_REQUESTS'] = '1000';
    });
    const app = new CiApp().inBlock();
    afterAll(() => folder.remove());
    return app;
  }

  /** Starts another process on a database; its other services know nothing. The caller stops it. */
  static startOn(database: TestDatabase): Promise<CiApp> {
    return new CiApp().start(database);
  }

  get others(): OtherServices {
    return this.get(OtherServices);
  }

  /** Adds a user; with a level, as a member of the project. */
  user(
    id: number,
    project?: FakeProject,
    level?: AccessLevel,
    traits: { admin?: true; external?: true } = {},
  ): Principal {
    this.others.users.set(id, `User ${id}`);
    if (project && level) project.members.set(id, level);
    return user(id, traits);
  }

  /** Returns the events in the outbox, in order, without those of each new status. */
  events(): Promise<{ type: string; data: Record<string, unknown> }[]> {
    return this.testDatabase.query(
      `select type, data from outbox where type not in ('ci.pipeline-updated', 'ci.jobs-updated', 'ci.deployment-created') order by id`,
    );
  }

  /** Returns the published statuses of a pipeline of a project and its jobs, in order. */
  async statuses(projectId: number): Promise<{ pipelines: unknown[]; jobs: unknown[] }> {
    const rows = await this.testDatabase.query<{ type: string; data: { status: string; jobIds?: number[] } }>(
      `select type, data from outbox where type in ('ci.pipeline-updated', 'ci.jobs-updated') and key = $1 order by id`,
      [String(projectId)],
    );
    return {
      pipelines: rows.filter(({ type }) => type === 'ci.pipeline-updated').map(({ data }) => data.status),
      jobs: rows.flatMap(({ data }) => (data.jobIds ? [[data.status, ...data.jobIds]] : [])),
    };
  }
}

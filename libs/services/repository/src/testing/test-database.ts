import { DataModule, Database } from '@hearth/data';
import { TestDatabase as EmptyDatabase } from '@hearth/data/testing';
import { Test, type TestingModule } from '@nestjs/testing';
import { schema } from '../schema.js';

/** Separate database for one spec, with this service's tables. */
export class TestDatabase {
  private constructor(
    private readonly database: EmptyDatabase | null,
    private readonly connected: TestingModule,
  ) {}

  /** @param queues creates the job queues, for specs that need them */
  static async make(queues?: (url: string) => Promise<void>): Promise<TestDatabase> {
    return new TestDatabase(await EmptyDatabase.make([schema], queues), await connect());
  }

  /** Connects to the database of the spec that has started this process. That spec drops it. */
  static async join(): Promise<TestDatabase> {
    return new TestDatabase(null, await connect());
  }

  /** The database as the service uses it. */
  get db(): Database {
    return this.connected.get(Database, { strict: false });
  }

  async drop(): Promise<void> {
    await this.connected.close();
    await this.database?.drop();
  }
}

function connect(): Promise<TestingModule> {
  return Test.createTestingModule({ imports: [DataModule.forService(schema)] }).compile();
}

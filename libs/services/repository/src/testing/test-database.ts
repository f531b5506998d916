import { DataModule, Database } from '@hearth/data';
import { TestDatabase as EmptyDatabase } from '@hearth/data/testing';
import { Test, type TestingModule } from '@nestjs/testing';
import { schema } from '../schema.js';

/** A database of a spec's own with this service's tables. */
export class TestDatabase {
  private constructor(
    private readonly database: EmptyDatabase,
    private readonly connected: TestingModule,
  ) {}

  /** @param queues makes the job queues, where a spec needs them */
  static async make(queues?: (url: string) => Promise<void>): Promise<TestDatabase> {
    const database = await EmptyDatabase.make([schema], queues);
    const connected = await Test.createTestingModule({ imports: [DataModule.forService(schema)] }).compile();
    return new TestDatabase(database, connected);
  }

  /** The database as the service sees it. */
  get db(): Database {
    return this.connected.get(Database, { strict: false });
  }

  async drop(): Promise<void> {
    await this.connected.close();
    await this.database.drop();
  }
}

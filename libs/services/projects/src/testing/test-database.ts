import { TestDatabase } from '@hearth/data/testing';
import { ProjectsModule } from '../projects.module.js';

export type { TestDatabase };

/** A database of a spec's own with the tables of projects; statements find them without their schema. */
export async function makeDatabase(): Promise<TestDatabase> {
  const database = await TestDatabase.make([ProjectsModule.schema]);
  await database.query('set search_path to projects');
  return database;
}

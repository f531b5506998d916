import { TestDatabase, type Preparation } from '@hearth/data/testing';
import { migrateJobs } from '@hearth/jobs';
import { ProjectsModule } from '../projects.module.js';
import { fill } from './fill.js';

export type { TestDatabase };

const { schema, jobs } = ProjectsModule;

const queues: Preparation = (url) => migrateJobs(url, schema.service, jobs);

const filled: Preparation = async (url, query) => {
  await migrateJobs(url, schema.service, jobs);
  await query('set search_path to projects');
  await fill({ query });
};

/** A database of a spec's own with the tables and queues of projects; statements find them without their schema. */
export async function makeDatabase(): Promise<TestDatabase> {
  return inProjects(await TestDatabase.make([schema], queues));
}

/** The same with the rows of `fill`. */
export async function makeFilledDatabase(): Promise<TestDatabase> {
  return inProjects(await TestDatabase.make([schema], filled));
}

async function inProjects(database: TestDatabase): Promise<TestDatabase> {
  await database.query('set search_path to projects');
  return database;
}

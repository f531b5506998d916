import 'reflect-metadata';
import { endProcess, storageNames } from '@hearth/config';
import { directDatabaseUrl, migrate, type ServiceSchema } from '@hearth/data';
import { migrateJobs, type JobDefinition } from '@hearth/jobs';
import { createTopics } from '@hearth/messaging';
import { checkProgramSettings } from './check-settings.js';

/** What a service's module says of what it keeps. */
export interface ServiceModule {
  readonly schema: ServiceSchema;
  readonly jobs: readonly JobDefinition[];
}

/**
 * Brings schemas, job queues and (with KAFKA_BROKERS) topics up to date; one line on standard output for each thing that was done.
 * The process then ends: status 0, or 1 with the reason; 2 for a mistake in the configuration.
 */
export async function migrateServices(services: readonly ServiceModule[]): Promise<void> {
  const report = (line: string) => void process.stdout.write(`${line}\n`);
  try {
    checkProgramSettings('migrate.js');
    const url = directDatabaseUrl();
    const storages = storageNames() ?? [];
    const withJobs = services.filter(({ schema }) => schema.jobs);
    const queues = async () => {
      for (const { schema, jobs } of withJobs) await migrateJobs(url, schema.service, jobs, storages);
    };
    await migrate(
      url,
      services.map(({ schema }) => schema),
      queues,
      report,
    );
    for (const topic of await createTopics()) report(`topic ${topic}`);
    process.exit(0);
  } catch (error) {
    endProcess(error, 'Migration');
  }
}

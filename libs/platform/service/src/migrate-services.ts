import 'reflect-metadata';
import { endProcess } from '@hearth/config';
import { migrate, migratingUrl, type ServiceSchema } from '@hearth/data';
import { migrateJobs, type JobDefinition } from '@hearth/jobs';
import { createTopics } from '@hearth/messaging';
import { checkProgramSettings } from './check-settings.js';

/** A service's declarations for migrations. */
export interface ServiceModule {
  readonly schema: ServiceSchema;
  readonly jobs: readonly JobDefinition[];
  /** Every storage of the system, when its jobs are queued per storage. */
  readonly storages?: () => readonly string[];
}

/**
 * Updates logins, schemas, job queues and (with KAFKA_BROKERS) topics, and prints one line for each change on standard output. Then ends the
 * process: status 0, or 1 with the reason; 2 for a mistake in the configuration.
 */
export async function migrateServices(services: readonly ServiceModule[]): Promise<void> {
  const report = (line: string) => void process.stdout.write(`${line}\n`);
  try {
    checkProgramSettings('migrate.js');
    const url = migratingUrl();
    const withJobs = services.filter(({ schema }) => schema.jobs);
    const queues = async () => {
      for (const { schema, jobs, storages } of withJobs) {
        await migrateJobs(url, schema.service, jobs, storages?.() ?? []);
      }
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

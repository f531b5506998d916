import 'reflect-metadata';
import { endProcess } from '@hearth/config';
import { createLogins, migrate, migratingUrl, type ServiceSchema } from '@hearth/data';
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
 * Program that creates the logins and schemas of services, with the login of DATABASE_URL. Ends the process like `migrateServices`.
 */
export function createServiceLogins(services: readonly ServiceModule[]): Promise<void> {
  return runProgram('logins.js', 'Creating the logins', () =>
    createLogins(
      migratingUrl(),
      services.map(({ schema }) => schema),
      report,
    ),
  );
}

/**
 * Program that updates tables, job queues and (with KAFKA_BROKERS) topics, each service's with its own login, and prints one line for each
 * change on standard output. Then ends the process: status 0, or 1 with the reason; 2 for a mistake in the configuration.
 * @param logins true: also creates the logins, with the login of DATABASE_URL
 */
export function migrateServices(services: readonly ServiceModule[], { logins = false } = {}): Promise<void> {
  return runProgram('migrate.js', 'Migration', async () => {
    const url = migratingUrl();
    if (logins)
      await createLogins(
        url,
        services.map(({ schema }) => schema),
        report,
      );
    for (const { schema, jobs, storages } of services) {
      const queues = () => migrateJobs(url, schema.service, jobs, storages?.() ?? []);
      await migrate(url, schema, schema.jobs ? queues : () => Promise.resolve(), report);
    }
    const owners = services.map(({ schema }) => schema.service);
    for (const topic of await createTopics(owners)) report(`topic ${topic}`);
  });
}

function report(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function runProgram(file: string, name: string, work: () => Promise<void>): Promise<void> {
  try {
    checkProgramSettings(file);
    await work();
    process.exit(0);
  } catch (error) {
    endProcess(error, name);
  }
}

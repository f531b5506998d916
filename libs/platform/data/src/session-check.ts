import { ConfigurationError } from '@hearth/config';
import type { DataSource } from 'typeorm';
import { roleName, schemaName, type ServiceSchema } from './service-schema.js';

/**
 * Makes sure that sessions act as the service's role in its schema: a pooler may drop the start-up options that say so, and statements
 * would then run with another one's rights.
 * @throws ConfigurationError when they do not
 */
export async function checkSession(source: DataSource, { service }: ServiceSchema): Promise<void> {
  const [session] = await source.query<{ role: string; path: string }[]>(
    `select current_user as role, current_setting('search_path') as path`,
  );
  if (session?.role === roleName(service) && session.path === schemaName(service)) return;
  throw new ConfigurationError(
    `DATABASE_URL leads to sessions that do not act as the role ${roleName(service)} in the schema ${schemaName(service)}: a pooler must hand on start-up options, or its user must have them as defaults (docs/database-connections.md).`,
  );
}

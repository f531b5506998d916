import { ConfigurationError } from '@hearth/config';
import type { DataSource } from 'typeorm';
import { roleName, schemaName, type ServiceSchema } from './service-schema.js';

/**
 * Checks that sessions use the service's role and schema: a pooler may drop the start-up options that set them, and statements would then run with
 * another role's permissions. Refuses sessions that a superuser has logged in to: a superuser could leave the role again and run programs.
 * @throws ConfigurationError when they do not, or for a superuser
 */
export async function checkSession(source: DataSource, { service }: ServiceSchema): Promise<void> {
  const [session] = await source.query<{ role: string; path: string; superuser: boolean }[]>(
    `select current_user as role, current_setting('search_path') as path, rolsuper as superuser
     from pg_roles where rolname = session_user`,
  );
  if (session?.superuser)
    throw new ConfigurationError(
      `The login of ${service} in the database is a superuser: give it one that is not, in DATABASE_URL or by a password in DATABASE_PASSWORDS_FOLDER (docs/database-connections.md).`,
    );
  if (session?.role === roleName(service) && session.path === schemaName(service)) return;
  throw new ConfigurationError(
    `DATABASE_URL leads to sessions that do not act as the role ${roleName(service)} in the schema ${schemaName(service)}: a pooler must hand on start-up options, or its user must have them as defaults (docs/database-connections.md).`,
  );
}

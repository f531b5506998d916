import type { ServiceSchema } from '@hearth/data';
import { messagingMigrations } from '@hearth/messaging';
import { Users1763700000000 } from './migrations/0001-users.js';
import { PersonalTokenEntity } from './tokens/personal-token.entity.js';
import { UserEntity } from './users/user.entity.js';

/** What identity keeps in PostgreSQL. */
export const schema: ServiceSchema = {
  service: 'identity',
  entities: [UserEntity, PersonalTokenEntity],
  migrations: [...messagingMigrations, Users1763700000000],
  jobs: true,
};

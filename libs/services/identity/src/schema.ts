import type { ServiceSchema } from '@hearth/data';
import { messagingMigrations } from '@hearth/messaging';
import { AvatarEntity } from './avatars/avatar.entity.js';
import { CustomAttributeEntity } from './custom-attributes/custom-attribute.entity.js';
import { DeletedUserEntity } from './deletion/deleted-user.entity.js';
import { IdentityEntity } from './identities/identity.entity.js';
import { Users1763700000000 } from './migrations/0001-users.js';
import { UsersComplete1763900000000 } from './migrations/0002-users-complete.js';
import { TokensAndSettings1764000000000 } from './migrations/0003-tokens-and-settings.js';
import { ApplicationSettingsEntity } from './settings/application-settings.entity.js';
import { PersonalTokenEntity } from './tokens/personal-token.entity.js';
import { UserEntity } from './users/user.entity.js';

/** What identity keeps in PostgreSQL. */
export const schema: ServiceSchema = {
  service: 'identity',
  entities: [
    UserEntity,
    AvatarEntity,
    IdentityEntity,
    DeletedUserEntity,
    PersonalTokenEntity,
    CustomAttributeEntity,
    ApplicationSettingsEntity,
  ],
  migrations: [...messagingMigrations, Users1763700000000, UsersComplete1763900000000, TokensAndSettings1764000000000],
  extensions: ['pg_trgm'],
  encrypted: [{ table: 'application_settings', id: 'id', columns: [{ column: 'runners_registration_token' }] }],
  jobs: true,
};

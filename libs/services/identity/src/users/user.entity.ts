import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { IdentityEntity } from '../identities/identity.entity.js';

/**
 * `creating`: the row holds its names while the namespace is claimed; for everybody else there is no such user yet. `deleting`: for
 * everybody else there is no such user any more, while other services let go of what the user held. `ldap_blocked`: a directory blocked the
 * user, and only it lets them in again.
 */
export type UserState = 'creating' | 'active' | 'blocked' | 'ldap_blocked' | 'deleting';

@Entity('users')
export class UserEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('text')
  username: string;

  @Column('text')
  name: string;

  @Column('text')
  email: string;

  @Column('text')
  state: UserState;

  @Column('boolean')
  admin: boolean;

  @Column('boolean')
  external: boolean;

  /** argon2id; null while there is no password. */
  @Column('text', { name: 'password_hash', nullable: true })
  passwordHash: string | null;

  @Column('text', { nullable: true })
  bio: string | null;

  @Column('text', { nullable: true })
  location: string | null;

  @Column('text', { nullable: true })
  organization: string | null;

  @Column('text')
  skype: string;

  @Column('text')
  linkedin: string;

  @Column('text')
  twitter: string;

  @Column('text', { name: 'website_url' })
  websiteUrl: string;

  @Column('integer', { name: 'projects_limit' })
  projectsLimit: number;

  @Column('boolean', { name: 'can_create_group' })
  canCreateGroup: boolean;

  @Column('integer', { name: 'theme_id' })
  themeId: number;

  @Column('integer', { name: 'color_scheme_id' })
  colorSchemeId: number;

  @Column({ type: 'timestamptz', name: 'confirmed_at', precision: 3, nullable: true })
  confirmedAt: Date | null;

  @Column({ type: 'timestamptz', name: 'last_sign_in_at', precision: 3, nullable: true })
  lastSignInAt: Date | null;

  @Column({ type: 'timestamptz', name: 'current_sign_in_at', precision: 3, nullable: true })
  currentSignInAt: Date | null;

  /** `YYYY-MM-DD` */
  @Column('date', { name: 'last_activity_on', nullable: true })
  lastActivityOn: string | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 })
  updatedAt: Date;

  /** Grows with every change that others show. */
  @Column('bigint')
  revision: number;

  /** The name that the user is about to get, while the namespace moves: taken like a username. */
  @Column('text', { name: 'pending_username', nullable: true })
  pendingUsername: string | null;

  /** Whether an admin asked for the pending name, who may give one that is reserved. */
  @Column('boolean', { name: 'pending_by_admin' })
  pendingByAdmin: boolean;

  /** What the user was before `deleting`, and is again when the deletion is refused. */
  @Column('text', { name: 'former_state', nullable: true })
  formerState: UserState | null;

  /** The one user to whom the contributions of deleted users belong. */
  @Column('boolean')
  ghost: boolean;

  /** An address that was asked for and not confirmed yet: `email` is the one that counts. */
  @Column('text', { name: 'unconfirmed_email', nullable: true })
  unconfirmedEmail: string | null;

  /** From then on, the web asks for a new password. */
  @Column({ type: 'timestamptz', name: 'password_expires_at', precision: 3, nullable: true })
  passwordExpiresAt: Date | null;

  /** Signing in takes a code beside the password. */
  @Column('boolean', { name: 'two_factor_enabled' })
  twoFactorEnabled: boolean;

  /** Name of the picture; null without one. */
  @Column('text', { name: 'avatar_file', nullable: true })
  avatarFile: string | null;
}

/** Who a user is at another provider. */
export type UserIdentity = Pick<IdentityEntity, 'provider' | 'externUid'>;

/** A user as one statement reads them, with their identities. */
export type UserRecord = Omit<UserEntity, 'passwordHash' | 'formerState' | 'pendingByAdmin'> & {
  readonly identities: readonly UserIdentity[];
};

/** A user with what projects knows of them. */
export type FullUser = UserRecord & {
  /** Whether their own namespace may hold another project. */
  readonly canCreateProject: boolean;
};

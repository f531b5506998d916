import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { IdentityEntity } from '../identities/identity.entity.js';

/**
 * State of a user. `creating`: the row reserves its names while the namespace is claimed, and is not yet visible. `deleting`: not visible
 * any more, while other services release the user's records. `ldap_blocked`: blocked by a directory, and only the directory can unblock.
 * `banned`: without access as well, until an admin unbans the user. `deactivated`: without access until the user's next sign-in with a
 * password, or until an admin activates the user.
 */
export type UserState = 'creating' | 'active' | 'blocked' | 'ldap_blocked' | 'banned' | 'deactivated' | 'deleting';

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

  /** Text of admins about the user, for admins alone. */
  @Column('text', { nullable: true })
  note: string | null;

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

  /** Increases with every change that other services show. */
  @Column('bigint')
  revision: number;

  /** New name during a rename; it is taken like a username. */
  @Column('text', { name: 'pending_username', nullable: true })
  pendingUsername: string | null;

  /** Whether an admin requested the pending name; admins can use reserved ones. */
  @Column('boolean', { name: 'pending_by_admin' })
  pendingByAdmin: boolean;

  /** State before `deleting`, which is restored when the deletion is refused. */
  @Column('text', { name: 'former_state', nullable: true })
  formerState: UserState | null;

  /** The single user who owns the contributions of deleted users. */
  @Column('boolean')
  ghost: boolean;

  /** Kind of the project or group whose bot the user is; null for people. */
  @Column('text', { name: 'holder_kind', nullable: true })
  holderKind: 'project' | 'group' | null;

  /** Id of that project or group. */
  @Column('bigint', { name: 'holder_id', nullable: true })
  holderId: number | null;

  /** Requested new main address before its confirmation; `email` applies until then. */
  @Column('text', { name: 'unconfirmed_email', nullable: true })
  unconfirmedEmail: string | null;

  /** Time from which the web requires a new password. */
  @Column({ type: 'timestamptz', name: 'password_expires_at', precision: 3, nullable: true })
  passwordExpiresAt: Date | null;

  /** Whether sign-ins require a code, too. */
  @Column('boolean', { name: 'two_factor_enabled' })
  twoFactorEnabled: boolean;

  /** File name of the avatar; null without one. */
  @Column('text', { name: 'avatar_file', nullable: true })
  avatarFile: string | null;
}

/** Identity of a user at another provider. */
export type UserIdentity = Pick<IdentityEntity, 'provider' | 'externUid'>;

/** User as read by one statement, with identities. */
export type UserRecord = Omit<UserEntity, 'passwordHash' | 'formerState' | 'pendingByAdmin'> & {
  readonly identities: readonly UserIdentity[];
};

/** User with facts from the projects service. */
export type FullUser = UserRecord & {
  /** Whether the user's namespace has room for another project. */
  readonly canCreateProject: boolean;
};

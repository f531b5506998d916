import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** `creating`: the row holds its names while the namespace is claimed; for everybody else there is no such user yet. */
export type UserState = 'creating' | 'active' | 'blocked';

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
}

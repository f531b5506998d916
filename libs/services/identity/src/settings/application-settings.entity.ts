import type { ProjectCreationLevel, Visibility } from '@hearth/contract-kit';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Settings of the instance: one row, with the id 1. */
@Entity('application_settings')
export class ApplicationSettingsEntity {
  @PrimaryColumn('smallint')
  id: number;

  @Column('text', { name: 'default_project_visibility' })
  defaultProjectVisibility: Visibility;

  @Column('text', { name: 'default_group_visibility' })
  defaultGroupVisibility: Visibility;

  /** Levels that only admins may set on a project or group. */
  @Column('text', { array: true, name: 'restricted_visibility_levels' })
  restrictedVisibilities: Visibility[];

  @Column('integer', { name: 'default_projects_limit' })
  defaultProjectsLimit: number;

  @Column('boolean', { name: 'user_default_external' })
  userDefaultExternal: boolean;

  /** Whether new users may create top-level groups. */
  @Column('boolean', { name: 'can_create_group' })
  canCreateGroup: boolean;

  /** Roles that create projects in groups that choose none at their creation. */
  @Column('text', { name: 'default_project_creation' })
  defaultProjectCreation: ProjectCreationLevel;

  /** Name of the first branch of new projects; null: Hearth's own choice. */
  @Column('text', { name: 'default_branch_name', nullable: true })
  defaultBranchName: string | null;

  /** Whether applications may ask for `response_type=token`. */
  @Column('boolean', { name: 'oauth_implicit_grant_enabled' })
  oauthImplicitGrantEnabled: boolean;

  /** Whether applications may exchange a password for a token. */
  @Column('boolean', { name: 'oauth_password_grant_enabled' })
  oauthPasswordGrantEnabled: boolean;

  /** Whether passwords sign in on pages. */
  @Column('boolean', { name: 'password_authentication_enabled_for_web' })
  passwordsForWeb: boolean;

  /** Whether passwords open git over HTTP, and the API by Basic authentication. */
  @Column('boolean', { name: 'password_authentication_enabled_for_git' })
  passwordsForGit: boolean;

  /** Encrypted; null until it is read for the first time. */
  @Column('text', { name: 'runners_registration_token', nullable: true })
  runnersRegistrationToken: string | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 })
  updatedAt: Date;
}

import type { ProjectCreationLevel, UserId, Visibility } from '@hearth/contract-kit';
import type { UserCard } from '@hearth/identity-contracts';
import type { SubgroupCreationLevel } from './creation-level.rules.js';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

export type NamespaceKind = 'user' | 'group';
export type UserState = UserCard['state'];

/** Namespace of projects: a user's own, or a group. */
@Entity('namespaces')
export class NamespaceEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('text')
  kind: NamespaceKind;

  /** Last segment of the full path; the full path is in `routes`. */
  @Column('text')
  path: string;

  @Column('text')
  name: string;

  /** Displayed name: the names of a group and its ancestors, or the display name of the user. */
  @Column('text', { name: 'full_name' })
  fullName: string;

  @Column('text')
  visibility: Visibility;

  @Column('text', { default: '' })
  description: string;

  /** Null: the instance's setting, which is on. */
  @Column('boolean', { name: 'lfs_enabled', nullable: true })
  lfsEnabled: boolean | null;

  @Column('boolean', { name: 'request_access_enabled', default: false })
  requestAccessEnabled: boolean;

  /** No project of the group may be shared with another group. */
  @Column('boolean', { name: 'share_with_group_lock', default: false })
  shareWithGroupLock: boolean;

  @Column('text', { name: 'project_creation_level', default: 'maintainer' })
  projectCreationLevel: ProjectCreationLevel;

  /** Name of the first branch of new projects in the group; null: that of the group on top, or of the instance. */
  @Column('text', { name: 'default_branch', nullable: true })
  defaultBranch: string | null;

  @Column('text', { name: 'subgroup_creation_level', default: 'owner' })
  subgroupCreationLevel: SubgroupCreationLevel;

  /** Most bytes of each repository in the group. 0: unlimited; null: the limit of the groups around, or the instance's. */
  @Column('bigint', { name: 'repository_size_limit', nullable: true })
  repositorySizeLimit: number | null;

  /** Most bytes of all repositories and LFS objects in the namespace and below it; null: unlimited. Counts for namespaces on top only. */
  @Column('bigint', { name: 'storage_size_limit', nullable: true })
  storageSizeLimit: number | null;

  /** Number of storages for each repository in the group, from 1 to 9; null: that of the groups around, or of the instance. */
  @Column('smallint', { name: 'repository_copies', nullable: true })
  repositoryCopies: number | null;

  /** File name of the group's avatar, which is stored in `avatars`; null without one. */
  @Column('text', { name: 'avatar_file', nullable: true })
  avatarFile: string | null;

  @Column('bigint', { name: 'parent_id', nullable: true })
  parentId: number | null;

  /** Ids from the outermost ancestor inwards, without the namespace itself: inherited permissions need one look-up. */
  @Column('bigint', { name: 'ancestor_ids', array: true, default: [] })
  ancestorIds: number[];

  /**
   * User of a user namespace, with the owner's fields in project records: so a project is read with one statement and without calling
   * identity. The path is the username, the full name the display name, and the namespace's creation time that of the account.
   */
  @Column('bigint', { name: 'owner_user_id', nullable: true })
  ownerUserId: UserId | null;

  @Column('text', { name: 'owner_state', nullable: true })
  ownerState: UserState | null;

  @Column('text', { name: 'owner_avatar_path', nullable: true })
  ownerAvatarPath: string | null;

  /** Null for users created before it was stored, until their next change. */
  @Column('text', { name: 'owner_email', nullable: true })
  ownerEmail: string | null;

  /** Revision of the newest change of the user in this copy. */
  @Column('bigint', { name: 'owner_revision', default: 0 })
  ownerRevision: number;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt: Date;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3, default: () => 'now()' })
  updatedAt: Date;
}

import type { UserId, Visibility } from '@hearth/contract-kit';
import type { UserCard } from '@hearth/contracts';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

export type NamespaceKind = 'user' | 'group';
export type UserState = UserCard['state'];

/** What projects live in: a user's own namespace, or a group. */
@Entity('namespaces')
export class NamespaceEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('text')
  kind: NamespaceKind;

  /** Last segment of the full path, which stands in routes. */
  @Column('text')
  path: string;

  @Column('text')
  name: string;

  /** What people read: the names of a group and its ancestors, or the display name of the user. */
  @Column('text', { name: 'full_name' })
  fullName: string;

  @Column('text')
  visibility: Visibility;

  @Column('text', { default: '' })
  description: string;

  /** Null: as the instance has it, which is on. */
  @Column('boolean', { name: 'lfs_enabled', nullable: true })
  lfsEnabled: boolean | null;

  @Column('boolean', { name: 'request_access_enabled', default: false })
  requestAccessEnabled: boolean;

  /** No project of the group may be shared with another group. */
  @Column('boolean', { name: 'share_with_group_lock', default: false })
  shareWithGroupLock: boolean;

  /** File name of the group's picture, which stands in avatars; null without one. */
  @Column('text', { name: 'avatar_file', nullable: true })
  avatarFile: string | null;

  @Column('bigint', { name: 'parent_id', nullable: true })
  parentId: number | null;

  /** From the outermost group inwards, without the namespace itself: inherited rights are one look at these. */
  @Column('bigint', { name: 'ancestor_ids', array: true, default: [] })
  ancestorIds: number[];

  /**
   * The user of a user namespace, with what a project prints of its owner: a project is shown with one statement and without asking
   * identity. Username is the path, display name the full name, and the account is as old as its namespace.
   */
  @Column('bigint', { name: 'owner_user_id', nullable: true })
  ownerUserId: UserId | null;

  @Column('text', { name: 'owner_state', nullable: true })
  ownerState: UserState | null;

  @Column('text', { name: 'owner_avatar_path', nullable: true })
  ownerAvatarPath: string | null;

  /** Null for users of a time when it was not kept, until they change. */
  @Column('text', { name: 'owner_email', nullable: true })
  ownerEmail: string | null;

  /** Of the newest change of the user that the copy knows. */
  @Column('bigint', { name: 'owner_revision', default: 0 })
  ownerRevision: number;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt: Date;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3, default: () => 'now()' })
  updatedAt: Date;
}

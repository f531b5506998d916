import type { ProjectId } from '@hearth/contract-kit';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A project shared with a group: each of the group's members has the lower one of their own level and this one. */
@Entity('project_group_links')
export class GroupLinkEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('bigint', { name: 'project_id' })
  projectId: ProjectId;

  @Column('bigint', { name: 'group_id' })
  groupId: number;

  @Column('smallint')
  level: number;

  /** The first day (UTC) on which the link no longer counts. */
  @Column('date', { name: 'expires_at', nullable: true })
  expiresAt: string | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt: Date;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3, default: () => 'now()' })
  updatedAt: Date;
}

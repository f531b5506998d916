import type { ProjectId, UserId } from '@hearth/contract-kit';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A user likes a project. */
@Entity('project_stars')
export class StarEntity {
  @PrimaryColumn('bigint', { name: 'user_id' })
  userId: UserId;

  @PrimaryColumn('bigint', { name: 'project_id' })
  projectId: ProjectId;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt: Date;
}

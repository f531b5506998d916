import type { ProjectId, UserId } from '@hearth/contract-kit';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A user asks to become a member of a project or a group. */
@Entity('access_requests')
export class AccessRequestEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('bigint', { name: 'project_id', nullable: true })
  projectId: ProjectId | null;

  @Column('bigint', { name: 'namespace_id', nullable: true })
  namespaceId: number | null;

  @Column('bigint', { name: 'user_id' })
  userId: UserId;

  @Column({ type: 'timestamptz', name: 'requested_at', precision: 3, default: () => 'now()' })
  requestedAt: Date;
}

import type { ProjectId } from '@hearth/contract-kit';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A path that a namespace or a project had before, until somebody else takes it. Unique without regard to case. */
@Entity('redirects')
export class RedirectEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('bigint', { name: 'project_id', nullable: true })
  projectId: ProjectId | null;

  @Column('bigint', { name: 'namespace_id', nullable: true })
  namespaceId: number | null;

  @Column('text')
  path: string;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt: Date;
}

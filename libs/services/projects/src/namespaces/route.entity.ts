import type { ProjectId } from '@hearth/contract-kit';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** One full path and who holds it: a namespace or a project. Unique without regard to case. */
@Entity('routes')
export class RouteEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('text')
  path: string;

  @Column('bigint', { name: 'namespace_id', nullable: true })
  namespaceId: number | null;

  @Column('bigint', { name: 'project_id', nullable: true })
  projectId: ProjectId | null;
}

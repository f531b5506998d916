import type { ProjectId } from '@hearth/contract-kit';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A value that admins attach to a project or a group, under a key. */
@Entity('custom_attributes')
export class CustomAttributeEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('bigint', { name: 'project_id', nullable: true })
  projectId: ProjectId | null;

  @Column('bigint', { name: 'namespace_id', nullable: true })
  namespaceId: number | null;

  @Column('text')
  key: string;

  @Column('text')
  value: string;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3, default: () => 'now()' })
  updatedAt: Date;
}

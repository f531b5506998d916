import type { ProjectId } from '@hearth/contract-kit';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** The picture of a project or a group, at most 200 KB. */
@Entity('avatars')
export class AvatarEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('bigint', { name: 'project_id', nullable: true })
  projectId: ProjectId | null;

  @Column('bigint', { name: 'namespace_id', nullable: true })
  namespaceId: number | null;

  @Column('text', { name: 'file_name' })
  fileName: string;

  @Column('text', { name: 'content_type' })
  contentType: string;

  @Column('bytea')
  content: Buffer;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3, default: () => 'now()' })
  updatedAt: Date;
}

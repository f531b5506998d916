import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The id of a user who is gone: whatever still names it belongs to the ghost. Ids are never given again. */
@Entity('deleted_users')
export class DeletedUserEntity {
  @PrimaryColumn('bigint')
  id: number;

  @Column({ type: 'timestamptz', name: 'deleted_at', precision: 3 })
  deletedAt: Date;
}

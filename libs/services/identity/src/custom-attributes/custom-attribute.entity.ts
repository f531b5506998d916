import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A value that admins attach to a user, under a key. */
@Entity('user_custom_attributes')
export class CustomAttributeEntity {
  @PrimaryColumn('bigint', { name: 'user_id' })
  userId: number;

  @PrimaryColumn('text')
  key: string;

  @Column('text')
  value: string;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 })
  updatedAt: Date;
}

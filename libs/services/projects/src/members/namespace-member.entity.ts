import type { AccessLevel, UserId } from '@hearth/contract-kit';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A user's level in a namespace itself; everything below inherits it. */
@Entity('namespace_members')
export class NamespaceMemberEntity {
  @PrimaryColumn('bigint', { name: 'namespace_id' })
  namespaceId: number;

  @PrimaryColumn('bigint', { name: 'user_id' })
  userId: UserId;

  @Column('smallint')
  level: AccessLevel;

  /** 0 disabled, 1 participating, 2 watch, 3 global, 4 mention, 5 custom; null without a setting. */
  @Column('smallint', { name: 'notification_level', nullable: true, default: 3 })
  notificationLevel: number | null;

  /** The first day (UTC) on which the membership no longer counts. */
  @Column('date', { name: 'expires_at', nullable: true })
  expiresAt: string | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt: Date;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3, default: () => 'now()' })
  updatedAt: Date;
}

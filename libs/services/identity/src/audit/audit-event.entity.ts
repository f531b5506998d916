import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A stored record of the audit trail; see AuditRecord of the contracts. */
@Entity('audit_events')
export class AuditEventEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('text')
  kind: string;

  @Column('bigint', { name: 'actor_id', nullable: true })
  actorId: number | null;

  @Column('bigint', { name: 'acting_as_id', nullable: true })
  actingAsId: number | null;

  @Column('text', { name: 'subject_type' })
  subjectType: string;

  @Column('bigint', { name: 'subject_id' })
  subjectId: number;

  @Column('text', { name: 'subject_name', nullable: true })
  subjectName: string | null;

  @Column('text', { nullable: true })
  address: string | null;

  @Column('text', { name: 'request_id', nullable: true })
  requestId: string | null;

  @Column('jsonb')
  details: object;

  /** Key by which later events are merged into this record; null: no merging. */
  @Column({ type: 'bytea', name: 'coalesced_by', nullable: true, select: false, insert: false })
  coalescedBy: Buffer | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;
}

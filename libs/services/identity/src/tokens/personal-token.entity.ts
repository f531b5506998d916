import type { Scope } from '@hearth/contract-kit';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Personal or impersonation token. Its value is not stored; lookups are by its hash. */
@Entity('personal_access_tokens')
export class PersonalTokenEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('bigint', { name: 'user_id' })
  userId: number;

  @Column('text')
  name: string;

  /** Null: none was given. */
  @Column('text', { nullable: true })
  description: string | null;

  /** SHA-256 of the token, 32 bytes. */
  @Column('bytea', { name: 'token_hash' })
  tokenHash: Buffer;

  @Column('text', { array: true })
  scopes: Scope[];

  @Column('boolean')
  impersonation: boolean;

  /** `YYYY-MM-DD`: inactive from the start (UTC) of that day; null: never expires. */
  @Column('date', { name: 'expires_at', nullable: true })
  expiresAt: string | null;

  @Column('boolean')
  revoked: boolean;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;

  /** Last use, to the hour; null: never used. */
  @Column({ type: 'timestamptz', name: 'last_used_at', precision: 3, nullable: true })
  lastUsedAt: Date | null;

  /** Time of the creation or revocation. */
  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 })
  updatedAt: Date;
}

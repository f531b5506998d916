import type { Scope } from '@hearth/contract-kit';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A personal or impersonation token. The token itself is nowhere: its hash is its index. */
@Entity('personal_access_tokens')
export class PersonalTokenEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('bigint', { name: 'user_id' })
  userId: number;

  @Column('text')
  name: string;

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

  /** To the hour; null: never used. */
  @Column({ type: 'timestamptz', name: 'last_used_at', precision: 3, nullable: true })
  lastUsedAt: Date | null;

  /** When it was made or revoked. */
  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 })
  updatedAt: Date;
}

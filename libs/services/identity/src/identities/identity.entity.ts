import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Who a user is at another provider: one identity for each provider, and nobody else's. */
@Entity('user_identities')
export class IdentityEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('bigint', { name: 'user_id' })
  userId: number;

  @Column('text')
  provider: string;

  @Column('text', { name: 'extern_uid' })
  externUid: string;
}

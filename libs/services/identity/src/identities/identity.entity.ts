import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Identity of a user at another provider: at most one for each provider, unique among users. */
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

import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Avatar of a user, at most 200 KB. */
@Entity('user_avatars')
export class AvatarEntity {
  @PrimaryColumn('bigint', { name: 'user_id' })
  userId: number;

  @Column('text', { name: 'file_name' })
  fileName: string;

  @Column('bytea')
  content: Buffer;

  /** SHA-256 of the content. */
  @Column('text')
  etag: string;
}

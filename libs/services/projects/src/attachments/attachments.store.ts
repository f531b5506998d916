import { Injectable } from '@nestjs/common';
import type { ProjectId, UserId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import { readPage, type Page, type PageRequest } from '@hearth/http';

/** Stored file of a project. */
export interface Attachment {
  readonly id: number;
  /** Part of its address that cannot be guessed. */
  readonly secret: string;
  readonly fileName: string;
}

export interface AttachmentContent extends Pick<Attachment, 'secret' | 'fileName'> {
  readonly content: Buffer;
}

export interface AttachmentRecord extends Attachment {
  /** In bytes. */
  readonly size: number;
  readonly createdAt: Date;
  /** Null when the user was deleted. */
  readonly uploadedBy: { readonly id: number; readonly name: string; readonly username: string } | null;
}

/** Selects a file of a project: by its id, or by its address. */
export type AttachmentKey = { readonly id: number } | Pick<Attachment, 'secret' | 'fileName'>;

const PAGE = `
  select a.id, a.secret, a.file_name as "fileName", a.size, a.created_at as "createdAt",
    case when u.owner_user_id is not null
      then json_build_object('id', u.owner_user_id, 'name', u.full_name, 'username', u.path) end as "uploadedBy"
  from attachments a left join namespaces u on u.owner_user_id = a.user_id
  where a.project_id = $1 order by a.id desc limit $2 offset $3`;

const BY_ID = 'project_id = $1 and id = $2';
const BY_ADDRESS = 'project_id = $1 and secret = $2 and file_name = $3';
const CONTENT = 'select secret, file_name as "fileName", content from attachments where';
const LOCK = 'select id, created_at as "createdAt" from attachments where';

const INSERT = `
  insert into attachments (project_id, user_id, secret, file_name, size, content) values ($1, $2, $3, $4, $5, $6)
  returning id, secret, file_name as "fileName"`;

/** All SQL about attachments. */
@Injectable()
export class AttachmentsStore {
  /** Returns a page of a project's files, newest first. */
  page(db: Db, projectId: ProjectId, request: PageRequest): Promise<Page<AttachmentRecord>> {
    return readPage<AttachmentRecord & Row>(db, request, {
      page: ({ page, perPage }) => [PAGE, [projectId, perPage, (page - 1) * perPage]],
      count: (most) => [
        'select count(*)::int as count from (select from attachments where project_id = $1 limit $2) counted',
        [projectId, most],
      ],
    });
  }

  async content(db: Db, projectId: ProjectId, key: AttachmentKey): Promise<AttachmentContent | undefined> {
    const [found] = await db.prepared<AttachmentContent & Row>(`${CONTENT} ${where(key)}`, [
      projectId,
      ...valuesOf(key),
    ]);
    return found;
  }

  /** Number of the files of a project, and their bytes; without those that other transactions add at the same time. */
  async total(tx: Tx, projectId: ProjectId): Promise<{ readonly count: number; readonly bytes: number }> {
    const [total] = await tx.prepared<{ count: number; bytes: number }>(
      'select count(*)::int as count, coalesce(sum(size), 0)::bigint as bytes from attachments where project_id = $1',
      [projectId],
    );
    return { count: total!.count, bytes: Number(total!.bytes) };
  }

  async insert(
    tx: Tx,
    projectId: ProjectId,
    userId: UserId,
    { secret, fileName, content }: AttachmentContent,
  ): Promise<Attachment> {
    const values = [projectId, userId, secret, fileName, content.length, content];
    const [made] = await tx.prepared<Attachment & Row>(INSERT, values);
    return made!;
  }

  /** Returns the file, and locks its row. */
  async lock(
    tx: Tx,
    projectId: ProjectId,
    key: AttachmentKey,
  ): Promise<{ readonly id: number; readonly createdAt: Date } | undefined> {
    const [found] = await tx.prepared<{ id: number; createdAt: Date }>(`${LOCK} ${where(key)} for update`, [
      projectId,
      ...valuesOf(key),
    ]);
    return found;
  }

  async delete(tx: Tx, id: number): Promise<void> {
    await tx.prepared('delete from attachments where id = $1', [id]);
  }
}

function where(key: AttachmentKey): string {
  return 'id' in key ? BY_ID : BY_ADDRESS;
}

function valuesOf(key: AttachmentKey): unknown[] {
  return 'id' in key ? [key.id] : [key.secret, key.fileName];
}

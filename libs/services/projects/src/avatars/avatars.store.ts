import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Tx } from '@hearth/data';
import type { AvatarSubject } from './avatar.rules.js';

export interface Avatar {
  readonly fileName: string;
  readonly contentType: string;
  readonly content: Buffer;
}

interface Statements {
  readonly find: string;
  readonly present: string;
  readonly put: string;
  readonly remove: string;
}

/** The subject's row has the file's name too, so that lists of subjects present addresses without reading pictures. */
function statementsFor(column: string, subjects: string): Statements {
  return {
    find: `select file_name as "fileName", content_type as "contentType", content from avatars where ${column} = $1 and file_name = $2`,
    present: `select file_name as "fileName", content_type as "contentType", content from avatars where ${column} = $1`,
    put: `with kept as (
        insert into avatars (${column}, file_name, content_type, content) values ($1, $2, $3, $4)
        on conflict (${column}) do update
          set file_name = excluded.file_name, content_type = excluded.content_type, content = excluded.content, updated_at = now())
      update ${subjects} set avatar_file = $2 where id = $1`,
    remove: `with gone as (delete from avatars where ${column} = $1) update ${subjects} set avatar_file = null where id = $1`,
  };
}

const OF_PROJECT = statementsFor('project_id', 'projects');
const OF_GROUP = statementsFor('namespace_id', 'namespaces');
const OF_TOPIC = statementsFor('topic_id', 'topics');

const COPY = `
  with copied as (
    insert into avatars (project_id, file_name, content_type, content)
    select $2, file_name, content_type, content from avatars where project_id = $1 returning file_name)
  update projects set avatar_file = copied.file_name from copied where id = $2`;

/** Pictures of projects, groups and topics. */
@Injectable()
export class AvatarsStore {
  /** @returns undefined where the subject has no picture of that name (any more) */
  async find(db: Db, subject: AvatarSubject, fileName: string): Promise<Avatar | undefined> {
    const [statements, id] = of(subject);
    const [avatar] = await db.prepared<Avatar & Record<string, unknown>>(statements.find, [id, fileName]);
    return avatar;
  }

  /** @returns undefined where the subject has no picture */
  async present(db: Db, subject: AvatarSubject): Promise<Avatar | undefined> {
    const [statements, id] = of(subject);
    const [avatar] = await db.prepared<Avatar & Record<string, unknown>>(statements.present, [id]);
    return avatar;
  }

  /** Replaces the picture. */
  async put(tx: Tx, subject: AvatarSubject, { fileName, contentType, content }: Avatar): Promise<void> {
    const [statements, id] = of(subject);
    await tx.prepared(statements.put, [id, fileName, contentType, content]);
  }

  /** Copies the picture of another project to a project, if it has one. */
  async copy(tx: Tx, from: ProjectId, to: ProjectId): Promise<void> {
    await tx.prepared(COPY, [from, to]);
  }

  async remove(tx: Tx, subject: AvatarSubject): Promise<void> {
    const [statements, id] = of(subject);
    await tx.prepared(statements.remove, [id]);
  }
}

function of(subject: AvatarSubject): [Statements, number] {
  if ('projectId' in subject) return [OF_PROJECT, subject.projectId];
  return 'groupId' in subject ? [OF_GROUP, subject.groupId] : [OF_TOPIC, subject.topicId];
}

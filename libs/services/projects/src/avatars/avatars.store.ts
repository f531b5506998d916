import { Injectable } from '@nestjs/common';
import type { Db, Tx } from '@hearth/data';
import type { AvatarHolder } from './avatar.rules.js';

export interface Avatar {
  readonly fileName: string;
  readonly contentType: string;
  readonly content: Buffer;
}

interface Statements {
  readonly find: string;
  readonly put: string;
  readonly remove: string;
}

/** The file's name stands with its holder too, so that lists of holders print addresses without a look at pictures. */
function statementsFor(column: string, holders: string): Statements {
  return {
    find: `select file_name as "fileName", content_type as "contentType", content from avatars where ${column} = $1 and file_name = $2`,
    put: `with kept as (
        insert into avatars (${column}, file_name, content_type, content) values ($1, $2, $3, $4)
        on conflict (${column}) do update
          set file_name = excluded.file_name, content_type = excluded.content_type, content = excluded.content, updated_at = now())
      update ${holders} set avatar_file = $2 where id = $1`,
    remove: `with gone as (delete from avatars where ${column} = $1) update ${holders} set avatar_file = null where id = $1`,
  };
}

const OF_PROJECT = statementsFor('project_id', 'projects');
const OF_GROUP = statementsFor('namespace_id', 'namespaces');

/** Pictures of projects and groups. */
@Injectable()
export class AvatarsStore {
  /** @returns nothing where the holder has no picture of that name (any more) */
  async find(db: Db, holder: AvatarHolder, fileName: string): Promise<Avatar | undefined> {
    const [statements, id] = of(holder);
    const [avatar] = await db.prepared<Avatar & Record<string, unknown>>(statements.find, [id, fileName]);
    return avatar;
  }

  /** Replaces the picture. */
  async put(tx: Tx, holder: AvatarHolder, { fileName, contentType, content }: Avatar): Promise<void> {
    const [statements, id] = of(holder);
    await tx.prepared(statements.put, [id, fileName, contentType, content]);
  }

  async remove(tx: Tx, holder: AvatarHolder): Promise<void> {
    const [statements, id] = of(holder);
    await tx.prepared(statements.remove, [id]);
  }
}

function of(holder: AvatarHolder): [Statements, number] {
  return 'projectId' in holder ? [OF_PROJECT, holder.projectId] : [OF_GROUP, holder.groupId];
}

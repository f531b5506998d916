import { Injectable } from '@nestjs/common';
import type { ProjectId, UserId } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';

const INSERT = `
  insert into notes (project_id, issue_id, author_id, body, system)
  select $1, $2, $3, body, true from unnest($4::text[]) with ordinality as told (body, place) order by place`;

/** System notes on issues. */
@Injectable()
export class SystemNotesStore {
  /** @param bodies one note each, in this order */
  async append(
    tx: Tx,
    { id, projectId }: { id: number; projectId: ProjectId },
    actorId: UserId,
    bodies: readonly string[],
  ): Promise<void> {
    if (bodies.length > 0) await tx.prepared(INSERT, [projectId, id, actorId, bodies]);
  }
}

import { Injectable } from '@nestjs/common';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { UnlessModified } from '@hearth/http';
import { LockSnippet } from './lock.js';
import { SnippetsStore } from './snippets.store.js';

/** Deletes a snippet with its notes. */
@Injectable()
export class DeleteSnippet {
  constructor(
    private readonly db: Database,
    private readonly lockSnippet: LockSnippet,
    private readonly snippetsStore: SnippetsStore,
  ) {}

  /**
   * @param projectId null: a personal one
   * @throws SnippetNotFound, PreconditionFailed, Forbidden
   */
  execute(projectId: ProjectId | null, id: number, actor: Principal, unlessModified: UnlessModified): Promise<void> {
    return this.db.tx(async (tx) => {
      const { updatedAt } = await this.lockSnippet.within(tx, projectId, id, actor);
      unlessModified(updatedAt);
      await this.snippetsStore.delete(tx, id);
    });
  }
}

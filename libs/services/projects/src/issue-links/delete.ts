import { Injectable } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { UnlessModified } from '@hearth/http';
import { IssueLinkNotFound } from '../refusals.js';
import { IssueLinksStore, type IssueLink } from './issue-links.store.js';
import { LinkEnds, type Ends } from './link-ends.js';

/** Removes a link between two issues, and adds a note to both. */
@Injectable()
export class DeleteIssueLink {
  constructor(
    private readonly db: Database,
    private readonly issueLinksStore: IssueLinksStore,
    private readonly linkEnds: LinkEnds,
  ) {}

  /** @throws IssueNotFound, LinkedIssueNotFound, Forbidden, IssueLinkNotFound, PreconditionFailed */
  execute(link: IssueLink, ends: Ends, actor: Principal, unlessModified: UnlessModified): Promise<void> {
    return this.db.tx(async (tx) => {
      const locked = await this.linkEnds.lock(tx, ends, actor);
      unlessModified(link.updatedAt);
      if (!(await this.issueLinksStore.delete(tx, locked.source.id, link.id))) throw IssueLinkNotFound();
      const body = (name: string) => `removed the relation with ${name}`;
      await this.linkEnds.note(tx, locked, { actor, body });
    });
  }
}

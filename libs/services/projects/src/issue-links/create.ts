import { Injectable } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { IssueLinkExists, IssueLinkInvalid } from '../refusals.js';
import { MOST_LINKS } from './issue-link.rules.js';
import { IssueLinksStore, type IssueLink } from './issue-links.store.js';
import { LinkEnds, type Ends } from './link-ends.js';

/** Links two issues, and adds a note to both. */
@Injectable()
export class CreateIssueLink {
  constructor(
    private readonly db: Database,
    private readonly issueLinksStore: IssueLinksStore,
    private readonly linkEnds: LinkEnds,
  ) {}

  /** @throws IssueNotFound, LinkedIssueNotFound, Forbidden, IssueLinkExists, IssueLinkInvalid */
  execute(ends: Ends, actor: Principal): Promise<IssueLink> {
    return this.db.tx(async (tx) => {
      const locked = await this.linkEnds.lock(tx, ends, actor);
      const { source, target } = locked;
      if (source.id === target.id) throw IssueLinkInvalid({ reason: `#${source.iid} cannot be related to itself` });
      const link = await this.issueLinksStore.insert(tx, source.id, target.id);
      if (!link) throw IssueLinkExists();
      if ((await this.issueLinksStore.mostOf(tx, [source.id, target.id])) > MOST_LINKS)
        throw IssueLinkInvalid({ reason: `An issue can have at most ${MOST_LINKS} links` });
      const body = (name: string) => `marked this issue as related to ${name}`;
      await this.linkEnds.note(tx, locked, { actor, body });
      return link;
    });
  }
}

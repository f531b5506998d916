import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { ReleaseLinkInvalid } from '../refusals.js';
import { ChangeLinks } from './change-links.js';
import { linkFailure, type LinkSettings, type ReleaseLink } from './release-link.rules.js';
import { ReleaseLinksStore } from './release-links.store.js';

/** Adds a link to a release. */
@Injectable()
export class CreateReleaseLink {
  constructor(
    private readonly releaseLinksStore: ReleaseLinksStore,
    private readonly changeLinks: ChangeLinks,
  ) {}

  /** @throws ReleaseNotFound, ReleaseLinkInvalid */
  execute(projectId: ProjectId, tag: string, link: LinkSettings): Promise<ReleaseLink> {
    return this.changeLinks.execute(projectId, tag, (tx, { id, links }) => {
      const failure = linkFailure(link, links);
      if (failure !== null) throw ReleaseLinkInvalid(failure);
      return this.releaseLinksStore.insert(tx, id, link);
    });
  }
}

import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { ChangeLinks, linkOf } from './change-links.js';
import type { ReleaseLink } from './release-link.rules.js';
import { ReleaseLinksStore } from './release-links.store.js';

/** Deletes a link of a release. */
@Injectable()
export class DeleteReleaseLink {
  constructor(
    private readonly releaseLinksStore: ReleaseLinksStore,
    private readonly changeLinks: ChangeLinks,
  ) {}

  /** Returns the deleted link. @throws ReleaseNotFound, ReleaseLinkNotFound */
  execute(projectId: ProjectId, tag: string, linkId: number): Promise<ReleaseLink> {
    return this.changeLinks.execute(projectId, tag, async (tx, release) => {
      const link = linkOf(release, linkId);
      await this.releaseLinksStore.delete(tx, linkId);
      return link;
    });
  }
}

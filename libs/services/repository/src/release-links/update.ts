import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { ReleaseLinkInvalid } from '../refusals.js';
import { ChangeLinks, linkOf } from './change-links.js';
import { linkFailure, type LinkSettings, type ReleaseLink } from './release-link.rules.js';
import { ReleaseLinksStore } from './release-links.store.js';

/** Changes to apply; `undefined` leaves a field as it is. */
export type LinkChanges = { readonly [Field in keyof LinkSettings]?: LinkSettings[Field] | undefined };

/** Changes a link of a release. */
@Injectable()
export class UpdateReleaseLink {
  constructor(
    private readonly releaseLinksStore: ReleaseLinksStore,
    private readonly changeLinks: ChangeLinks,
  ) {}

  /** @throws ReleaseNotFound, ReleaseLinkNotFound, ReleaseLinkInvalid */
  execute(projectId: ProjectId, tag: string, linkId: number, changes: LinkChanges): Promise<ReleaseLink> {
    return this.changeLinks.execute(projectId, tag, (tx, release) => {
      const link = linkOf(release, linkId);
      const { name = link.name, url = link.url, filepath = link.filepath, linkType = link.linkType } = changes;
      const changed = { name, url, filepath, linkType };
      const others = release.links.filter(({ id }) => id !== linkId);
      const failure = linkFailure(changed, others);
      if (failure !== null) throw ReleaseLinkInvalid(failure);
      return this.releaseLinksStore.update(tx, linkId, changed);
    });
  }
}

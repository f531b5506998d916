import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Git } from '../git/git.js';
import type { ReadRights } from '../git/reads/read-rights.js';
import { parseTagName } from '../git/refs/ref-name.js';
import type { RefWriter } from '../journal/move-refs.js';
import { ReleaseExists, ReleaseLinkInvalid, ReleaseRefMissing } from '../refusals.js';
import { linksFailure, type LinkSettings } from '../release-links/release-link.rules.js';
import { CreateTag } from '../tags/create.js';
import { ReleaseMilestonesFacts, type RequestedMilestones } from './release-milestones.facts.js';
import { ReleasesStore, type NewRelease, type Release } from './releases.store.js';
import { WriteRelease } from './write-release.js';

export interface RequestedRelease extends Omit<NewRelease, 'authorId' | 'milestoneIds'>, RequestedMilestones {
  /** Target of the tag if it does not exist yet: a branch, tag or commit. */
  readonly ref?: string | undefined;
  /** Rights of the caller who named `ref`. */
  readonly rights: ReadRights;
  /** Message of a new tag; without it, the tag is a lightweight one. */
  readonly tagMessage: string;
  readonly links: readonly LinkSettings[];
}

/** Creates the release of a tag, and the tag if it does not exist. If the process ends between the two, a repetition creates the release. */
@Injectable()
export class CreateRelease {
  constructor(
    private readonly db: Database,
    private readonly releasesStore: ReleasesStore,
    private readonly releaseMilestonesFacts: ReleaseMilestonesFacts,
    private readonly createTag: CreateTag,
    private readonly writeRelease: WriteRelease,
    private readonly git: Git,
  ) {}

  /**
   * @throws ReleaseExists, ReleaseLinkInvalid, MilestonesNotFound, ReleaseRefMissing without a tag and a ref, and the errors of {@link CreateTag.execute} and
   * {@link WriteRelease.create}
   */
  async execute(writer: RefWriter, requested: RequestedRelease): Promise<Release> {
    const { repository, principal } = writer;
    const { tag, name, description, releasedAt, links } = requested;
    const failure = linksFailure(links);
    if (failure !== null) throw ReleaseLinkInvalid(failure);
    if (await this.releasesStore.find(this.db, repository.projectId, tag)) throw ReleaseExists();
    const milestoneIds = await this.releaseMilestonesFacts.ids(repository.projectId, requested);
    await this.ensureTag(writer, requested);
    const authorId = principal.userId;
    const release = { tag, name, description, authorId, milestoneIds: milestoneIds ?? [], releasedAt };
    return this.writeRelease.create(repository, release, links);
  }

  private async ensureTag(writer: RefWriter, { tag, ref, rights, tagMessage }: RequestedRelease): Promise<void> {
    const name = parseTagName(tag);
    if (name !== null && (await this.git.tags.find(writer.repository.path, name))) return;
    if (ref === undefined) throw ReleaseRefMissing();
    await this.createTag.execute(writer, { name: tag, ref, rights, message: tagMessage });
  }
}

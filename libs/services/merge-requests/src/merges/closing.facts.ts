import { Injectable } from '@nestjs/common';
import { OwnAddress } from '@hearth/config';
import { Database } from '@hearth/data';
import { closingReferencesIn, type Reference } from '@hearth/notes';
import { VersionFacts } from '../diffs/version.facts.js';
import { VersionsStore } from '../diffs/versions.store.js';
import type { Mergeable } from './merges.store.js';

/** Issues that the merge of a merge request closes. */
@Injectable()
export class ClosingFacts {
  constructor(
    private readonly db: Database,
    private readonly versionsStore: VersionsStore,
    private readonly versionFacts: VersionFacts,
    private readonly ownAddress: OwnAddress,
  ) {}

  /**
   * Issues that its title, its description and its newest 100 commits name with a closing verb; at most 100.
   * @param baseUrl base URL of the request, since URLs below it can also name issues; null without a request: the configured one, if any
   */
  async named(
    { id, targetProjectId, title, description }: Pick<Mergeable, 'id' | 'targetProjectId' | 'title' | 'description'>,
    baseUrl: string | null,
  ): Promise<Reference[]> {
    const version = await this.versionsStore.latest(this.db, id);
    const commits = version ? await this.versionFacts.newestCommits(targetProjectId, version) : [];
    const texts = [title, description ?? '', ...commits.map(({ message }) => message)];
    return closingReferencesIn(texts.join('\n'), baseUrl ?? this.ownAddress.url);
  }
}

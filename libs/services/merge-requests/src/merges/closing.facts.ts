import { Injectable } from '@nestjs/common';
import { OwnAddress } from '@hearth/config';
import type { ProjectId } from '@hearth/contract-kit';
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
   * @param known the messages of these commits, where they were read before
   */
  async named(
    { id, targetProjectId, title, description }: Pick<Mergeable, 'id' | 'targetProjectId' | 'title' | 'description'>,
    baseUrl: string | null,
    known?: readonly string[],
  ): Promise<Reference[]> {
    const messages = known ?? (await this.messages(id, targetProjectId));
    const texts = [title, description ?? '', ...messages];
    return closingReferencesIn(texts.join('\n'), baseUrl ?? this.ownAddress.url);
  }

  private async messages(id: number, projectId: ProjectId): Promise<string[]> {
    const version = await this.versionsStore.latest(this.db, id);
    const commits = version ? await this.versionFacts.newestCommits(projectId, version) : [];
    return commits.map(({ message }) => message);
  }
}

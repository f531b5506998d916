import { Injectable } from '@nestjs/common';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import type { SearchBlobsQuery, SearchCommitsQuery } from '@hearth/repository-contracts';
import { Git } from '../git/git.js';
import type { ReadRights } from '../git/reads/read-rights.js';
import type { ObjectId } from '../git/refs/object-id.js';
import type { RepositoryPath } from '../git/refs/paths.js';
import { parseRevision } from '../git/refs/revision.js';
import { RepositoryFacts } from '../repositories/repository.facts.js';
import { pathMatcher } from './path-filter.rules.js';
import { SearchSlots } from './search-slots.js';

/** Callers name the ref of a search, so it is one that every reader of the code may read. */
const RIGHTS: ReadRights = { mergeRequestHeads: false, unreachable: false };
/** Places in files that a search returns, on all its pages together. */
const MOST_PLACES = 1_000;
/** Less time than a call between services has. */
const LIMITS = { running: 2, waiting: 8, timeoutMs: 20_000 };

/** Searches of repositories. */
@Injectable()
export class CodeSearchFacts {
  readonly #slots = new SearchSlots(LIMITS);

  constructor(
    private readonly repositoryFacts: RepositoryFacts,
    private readonly git: Git,
  ) {}

  /** @throws CodeSearchBusy */
  async commits(
    asked: InputOf<typeof SearchCommitsQuery>,
    signal: AbortSignal,
  ): Promise<OutputOf<typeof SearchCommitsQuery>> {
    const { text: message, page, perPage } = asked;
    const found = await this.find(asked);
    if (!found) return { commits: [], total: 0 };
    const { repository, commit: tip } = found;
    const window = { offset: (page - 1) * perPage, limit: perPage };
    const { ids, total } = await this.#slots.run(signal, (ending) =>
      this.git.history.page(repository, { tip, message }, window, ending),
    );
    return { commits: await this.git.objects.commits(repository, ids), total };
  }

  /** @throws CodeSearchBusy */
  async blobs(
    asked: InputOf<typeof SearchBlobsQuery>,
    signal: AbortSignal,
  ): Promise<OutputOf<typeof SearchBlobsQuery>> {
    const { text, filters, page, perPage } = asked;
    const found = await this.find(asked);
    if (!found) return { found: [], total: 0 };
    const { repository, commit } = found;
    const query = { commit, text, accepts: pathMatcher(filters), most: MOST_PLACES };
    const { matches, isComplete } = await this.#slots.run(signal, (ending) =>
      this.git.grep.find(repository, query, ending),
    );
    return {
      found: matches.slice((page - 1) * perPage, page * perPage),
      total: isComplete ? matches.length : null,
    };
  }

  /** Returns the repository and the commit of the ref; null for an unknown one, and for an empty repository. */
  private async find({ projectId, ref }: Pick<InputOf<typeof SearchCommitsQuery>, 'projectId' | 'ref'>): Promise<{
    repository: RepositoryPath;
    commit: ObjectId;
  } | null> {
    const repository = await this.repositoryFacts.path(projectId);
    const revision = parseRevision(ref ?? 'HEAD');
    const commit = repository && revision && (await this.git.revisions.resolve(repository, revision, RIGHTS));
    return commit ? { repository, commit } : null;
  }
}

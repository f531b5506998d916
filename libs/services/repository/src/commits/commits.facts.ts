import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Page } from '@hearth/http';
import { Git } from '../git/git.js';
import { parseTreePath } from '../git/names/paths.js';
import { parseRevision } from '../git/names/revision.js';
import type { Commit } from '../git/objects/commit-object.js';
import { RepositoryFacts } from '../repositories/repository.facts.js';

/** Which commits, newest first. */
export interface CommitsQuery {
  /** A branch, tag or commit; the default branch without it. */
  readonly ref?: string;
  /** Committer dates, both inclusive. */
  readonly since?: Date;
  readonly until?: Date;
  /** A file or directory that they touch. */
  readonly path?: string;
  readonly page: number;
  readonly perPage: number;
}

@Injectable()
export class CommitsFacts {
  constructor(
    private readonly repositories: RepositoryFacts,
    private readonly git: Git,
  ) {}

  /** A page of the history of a ref; empty for an unknown ref, an impossible path and an empty repository. */
  async page(projectId: ProjectId, query: CommitsQuery, signal?: AbortSignal): Promise<Page<Commit>> {
    const { page, perPage, since, until } = query;
    const repository = await this.repositories.path(projectId);
    const revision = parseRevision(query.ref || 'HEAD');
    const path = parseTreePath(query.path ?? '');
    const tip = repository && revision && (await this.git.revisions.resolve(repository, revision));
    if (!tip || path === null) return new Page<Commit>([], { page, perPage }, 0);
    const window = { offset: (page - 1) * perPage, limit: perPage };
    const range = { ...(since && { since }), ...(until && { until }), ...(path !== '' && { path }) };
    const { ids, total } = await this.git.history.page(repository, { tip, ...range }, window, signal);
    return new Page(await this.git.objects.commits(repository, ids), { page, perPage }, total ?? undefined);
  }
}

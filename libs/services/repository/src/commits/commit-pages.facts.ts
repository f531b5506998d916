import { Injectable } from '@nestjs/common';
import { Page, type PageRequest } from '@hearth/http';
import { Git } from '../git/git.js';
import type { Commit } from '../git/objects/commit-object.js';
import { parseTreePath } from '../git/refs/paths.js';
import { RefNamesFacts, type RefNames } from '../pages/ref-names.facts.js';
import type { RefLocation } from '../pages/ref-path.rules.js';
import { FileNotFound } from '../refusals.js';

/** Text of the messages or authors of commits. */
export interface CommitSearch {
  readonly in: 'message' | 'author';
  readonly text: string;
}

/** One page of the history of a ref, or of a path there. */
export interface CommitsPageFact extends RefLocation {
  readonly names: RefNames;
  readonly commits: Page<Commit>;
  readonly search: CommitSearch | null;
}

@Injectable()
export class CommitPagesFacts {
  constructor(
    private readonly refNamesFacts: RefNamesFacts,
    private readonly git: Git,
  ) {}

  /** @throws FileNotFound for a text that is no path */
  async page(
    location: RefLocation,
    search: CommitSearch | null,
    request: PageRequest,
    signal: AbortSignal,
  ): Promise<CommitsPageFact> {
    const { repository, commit: tip } = location;
    const path = parseTreePath(location.path);
    if (path === null) throw FileNotFound();
    const filters = { ...(path !== '' && { path }), ...(search && { [search.in]: search.text }) };
    const window = { offset: (request.page - 1) * request.perPage, limit: request.perPage };
    const [names, { ids, total }] = await Promise.all([
      this.refNamesFacts.first(repository),
      this.git.history.page(repository, { tip, ...filters }, window, signal),
    ]);
    const commits = await this.git.objects.commits(repository, ids);
    return { ...location, names, search, commits: new Page(commits, request, total ?? undefined) };
  }
}

import { Injectable } from '@nestjs/common';
import { Page } from '@hearth/http';
import { Git } from '../git/git.js';
import { parseTreePath } from '../git/refs/paths.js';
import { parseRevision } from '../git/refs/revision.js';
import type { TreeEntry } from '../git/reads/tree-listing.js';
import { TreeNotFound } from '../refusals.js';
import type { Reader } from '../repositories/reader.js';
import { RepositoryFacts } from '../repositories/repository.facts.js';

/** Tree to list, and its filters. */
export interface TreeQuery {
  /** Path of a directory; by default the root. */
  readonly path?: string;
  /** Branch, tag or commit; by default the default branch. */
  readonly ref?: string;
  readonly recursive?: boolean;
  readonly page: number;
  readonly perPage: number;
}

@Injectable()
export class TreeFacts {
  constructor(
    private readonly repositoryFacts: RepositoryFacts,
    private readonly git: Git,
  ) {}

  /**
   * Returns a page of a tree; empty for paths that name no directory.
   * @throws TreeNotFound for an unknown ref, and for an empty repository
   */
  async page({ projectId, rights }: Reader, query: TreeQuery, signal?: AbortSignal): Promise<Page<TreeEntry>> {
    const { page, perPage } = query;
    const repository = await this.repositoryFacts.readable(projectId);
    const revision = parseRevision(query.ref || 'HEAD');
    const commit = repository && revision && (await this.git.revisions.resolve(repository, revision, rights));
    if (!commit) throw TreeNotFound();
    const path = parseTreePath(query.path ?? '');
    if (path === null) return new Page<TreeEntry>([], { page, perPage }, 0);
    const listing = await this.git.trees.list(repository, commit, path, { recursive: query.recursive, signal });
    return new Page(listing.page(path, (page - 1) * perPage, perPage), { page, perPage }, listing.total);
  }
}

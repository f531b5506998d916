import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { ProjectId } from '@hearth/contract-kit';
import { Page, type PageRequest } from '@hearth/http';
import {
  SearchBlobsQuery,
  SearchCommitsQuery,
  type CommitCard,
  type FoundLines,
  type PathFilter,
} from '@hearth/repository-contracts';

/** Text to search in a repository. */
export interface CodeSearch {
  readonly projectId: ProjectId;
  /** Branch, tag or commit; null: the default branch. */
  readonly ref: string | null;
  readonly text: string;
}

/** Searches of the repository of a project. */
@Injectable()
export class RepositorySearchFacts {
  constructor(private readonly calls: Calls) {}

  /**
   * Returns a page of commits by a text in their messages, the newest first.
   * @throws CodeSearchBusy
   */
  async commits(search: CodeSearch, request: PageRequest, signal: AbortSignal): Promise<Page<CommitCard>> {
    const { page, perPage } = request;
    const { commits, total } = await this.calls.query(SearchCommitsQuery, { ...search, page, perPage }, { signal });
    return new Page(commits, request, total ?? undefined);
  }

  /**
   * Returns a page of the places in files that contain a text.
   * @throws CodeSearchBusy
   */
  async blobs(
    search: CodeSearch & { readonly filters: readonly PathFilter[] },
    request: PageRequest,
    signal: AbortSignal,
  ): Promise<Page<FoundLines>> {
    const { page, perPage } = request;
    const asked = { ...search, filters: [...search.filters], page, perPage };
    const { found, total } = await this.calls.query(SearchBlobsQuery, asked, { signal });
    return new Page(found, request, total ?? undefined);
  }
}

import { Injectable } from '@nestjs/common';
import { may } from '@hearth/access';
import { Calls } from '@hearth/calls';
import type { Principal, ProjectAccess, ProjectId } from '@hearth/contract-kit';
import { Page, type PageRequest } from '@hearth/http';
import {
  SearchBlobsQuery,
  SearchCommitsQuery,
  type CommitCard,
  type FoundLines,
  type PathFilter,
} from '@hearth/repository-contracts';
import { abilities } from '../abilities.js';
import { readFilters, type CodeScope } from './code-search.rules.js';

/** Text to search in a repository. */
interface CodeSearch {
  readonly projectId: ProjectId;
  /** Branch, tag or commit; null: the default branch. */
  readonly ref: string | null;
  readonly text: string;
}

/** Commits or lines of files that were found in a ref. */
export type FoundCode = { readonly ref: string | null } & (
  | { readonly scope: 'commits'; readonly page: Page<CommitCard> }
  | { readonly scope: 'blobs'; readonly page: Page<FoundLines> }
);

/** Searches of the repository of a project. */
@Injectable()
export class RepositorySearchFacts {
  constructor(private readonly calls: Calls) {}

  /**
   * Searches the repository of a project. Callers who may not read the code find nothing.
   * @param search text for which `codeSearchError` is null, and the ref: the default branch by default
   * @throws CodeSearchBusy
   */
  async find(
    { project, level }: ProjectAccess,
    caller: Principal,
    { scope, text, ref = project.defaultBranch }: { scope: CodeScope; text: string; ref?: string | null | undefined },
    request: PageRequest,
    signal: AbortSignal,
  ): Promise<FoundCode> {
    const { id: projectId } = project;
    if (!may(abilities.downloadCode, { project, level }, caller)) return { ref, scope, page: new Page([], request, 0) };
    if (scope === 'commits') return { ref, scope, page: await this.commits({ projectId, ref, text }, request, signal) };
    return { ref, scope, page: await this.blobs({ projectId, ref, ...readFilters(text) }, request, signal) };
  }

  /** Returns a page of commits by a text in their messages, the newest first. */
  private async commits(search: CodeSearch, request: PageRequest, signal: AbortSignal): Promise<Page<CommitCard>> {
    const { page, perPage } = request;
    const { commits, total } = await this.calls.query(SearchCommitsQuery, { ...search, page, perPage }, { signal });
    return new Page(commits, request, total ?? undefined);
  }

  /** Returns a page of the places in files that contain a text. */
  private async blobs(
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

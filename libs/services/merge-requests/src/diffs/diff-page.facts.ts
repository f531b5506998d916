import { Injectable } from '@nestjs/common';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Page, type PageRequest } from '@hearth/http';
import { NoteFacts, type PresentableNote } from '@hearth/notes';
import { PageTexts, type HighlightedLines, type PageText } from '@hearth/pages';
import type { FileDiff } from '@hearth/repository-contracts';
import type { SourcedMergeRequest } from '../pages/sourced-merge-request.facts.js';
import { textOf } from '@hearth/notes';
import { VersionFacts } from './version.facts.js';
import { VersionsStore } from './versions.store.js';

/** Notes of a thread on a line of a diff, the oldest first. */
export type DiffThread = readonly (PresentableNote & { readonly text: PageText })[];

/** Changed files of a merge request as their page shows them. */
export interface DiffPageFact extends SourcedMergeRequest {
  readonly files: Page<FileDiff>;
  /** Whether texts of files are missing. */
  readonly overflow: boolean;
  /** Lines of `textOf` each patch; undefined: none is highlighted. */
  readonly highlighted: readonly HighlightedLines[] | undefined;
  /** Threads on the files of the page. */
  readonly threads: readonly DiffThread[];
}

/** Reads for the page of a merge request's changes. */
@Injectable()
export class DiffPageFacts {
  constructor(
    private readonly db: Database,
    private readonly versionsStore: VersionsStore,
    private readonly versionFacts: VersionFacts,
    private readonly noteFacts: NoteFacts,
    private readonly pageTexts: PageTexts,
  ) {}

  async of(
    sourced: SourcedMergeRequest,
    { project }: ProjectAccess,
    caller: Principal,
    request: PageRequest,
  ): Promise<DiffPageFact> {
    const { id, iid } = sourced.record;
    const version = await this.versionsStore.latest(this.db, id);
    const { files: all, overflow } = version
      ? await this.versionFacts.diff(project.id, version)
      : { files: [], overflow: false };
    const { page, perPage } = request;
    const shown = all.slice((page - 1) * perPage, page * perPage);
    const noteable = { kind: 'mergeRequest', id, iid, projectId: project.id };
    const [highlighted, threads] = await Promise.all([
      this.pageTexts.lines(
        shown.map(({ newPath, patch }) => ({ name: newPath, text: textOf(patch) })),
        { principal: caller },
      ),
      this.noteFacts.onFiles(
        noteable,
        shown.map(({ newPath }) => newPath),
      ),
    ]);
    const context = { project: project.fullPath };
    const rendered = await this.pageTexts.ofThreads([], threads, context, { principal: caller });
    return {
      ...sourced,
      files: new Page(shown, request, all.length),
      ...{ overflow, highlighted },
      threads: rendered.threads,
    };
  }
}

import { Injectable } from '@nestjs/common';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Page } from '@hearth/http';
import { NoteFacts, type PresentableNote } from '@hearth/notes';
import { PageTexts, chooseFiles, pageOf, type ChosenFile, type PatchHtml, type PageText } from '@hearth/pages';
import type { FileDiff } from '@hearth/repository-contracts';
import { DraftNoteFacts } from '../draft-notes/draft-note.facts.js';
import { withTexts, type PendingNote } from '../draft-notes/pending.view.js';
import { VersionFacts } from '../diffs/version.facts.js';
import { VersionsStore, type Version } from '../diffs/versions.store.js';
import type { SourcedMergeRequest } from '../pages/sourced-merge-request.facts.js';
import { VersionNotFound } from '../refusals.js';
import type { ShownChanges } from './diff-page.params.js';
import { withoutBlocks } from '../suggestions/suggestion.rules.js';
import { fileIdOf, isViewed } from './line.rules.js';
import { ViewedFilesStore } from './viewed-files.store.js';

/** Notes of a thread on a line of a diff, the oldest first. */
export type DiffThread = readonly (PresentableNote & { readonly text: PageText })[];

/** Changed files of a merge request as their page shows them. */
export interface DiffPageFact extends SourcedMergeRequest {
  /** The newest ones, the last one first. */
  readonly versions: readonly Version[];
  /** Undefined where none was recorded. */
  readonly version: Version | undefined;
  /** All files, of which the page has some; the only one of a page that shows it alone. */
  readonly all: readonly FileDiff[];
  readonly files: Page<ChosenFile<FileDiff>>;
  /** Whether texts of files are missing. */
  readonly overflow: boolean;
  /** Of the files of the page. */
  readonly html: readonly PatchHtml[];
  /** Threads on the files of the page. */
  readonly threads: readonly DiffThread[];
  /** Comments of the caller that are not published yet. */
  readonly pending: readonly PendingNote[];
  /** Contents that the caller has viewed, by the file's id. */
  readonly viewed: ReadonlyMap<string, string>;
}

/** Versions that can be chosen. */
const MOST_VERSIONS = 100;

/** Reads for the page of a merge request's changes. */
@Injectable()
export class DiffPageFacts {
  constructor(
    private readonly db: Database,
    private readonly versionsStore: VersionsStore,
    private readonly versionFacts: VersionFacts,
    private readonly viewedFilesStore: ViewedFilesStore,
    private readonly noteFacts: NoteFacts,
    private readonly draftNoteFacts: DraftNoteFacts,
    private readonly pageTexts: PageTexts,
  ) {}

  /** @param drafted id of a file with the form of a comment @throws VersionNotFound */
  async of(
    sourced: SourcedMergeRequest,
    access: ProjectAccess,
    caller: Principal,
    shown: ShownChanges,
    drafted: string | undefined,
  ): Promise<DiffPageFact> {
    const { project } = access;
    const { id, iid } = sourced.record;
    const versions = await this.versionsStore.newest(this.db, id, MOST_VERSIONS);
    const version = await this.version(id, versions, shown);
    const { files: all, overflow } = version
      ? await this.versionFacts.diff(
          project.id,
          { baseSha: shown.start_sha ?? version.baseSha, headSha: version.headSha },
          shown.w,
        )
      : { files: [], overflow: false };
    const wanted = shown.file === undefined ? all : all.filter((file) => fileIdOf(file) === shown.file);
    const request = pageOf(shown.file === undefined ? shown.page : 1);
    const files = wanted.slice((request.page - 1) * request.perPage, request.page * request.perPage);
    const noteable = { kind: 'mergeRequest', id, iid, projectId: project.id, access, caller };
    const paths = files.map(({ newPath }) => newPath);
    const [threads, viewed, drafts] = await Promise.all([
      this.noteFacts.onFiles(noteable, paths),
      this.viewedFilesStore.of(this.db, id, caller.userId),
      this.draftNoteFacts.all(id, caller),
    ]);
    const positions = [...threads.map(([first]) => first!.note.position), ...drafts.map(({ position }) => position)];
    const noted = new Set(positions.map((position) => position?.newPath));
    const chosen = chooseFiles(files, shown, (file, fileId) => {
      if (fileId === drafted) return 'drafted';
      if (noted.has(file.newPath)) return 'commented';
      return isViewed(file, viewed) ? 'folded' : 'by-size';
    });
    const context = { project: project.fullPath };
    const bodies = drafts.map(({ body }) => body);
    const [html, rendered] = await Promise.all([
      this.pageTexts.patches(chosen, { principal: caller }),
      this.pageTexts.ofThreads(bodies, withoutBlocks(threads), context, { principal: caller }),
    ]);
    return {
      ...sourced,
      ...{ versions, version, all: wanted, overflow, html, viewed },
      files: new Page(chosen, request, wanted.length),
      threads: rendered.threads,
      pending: withTexts(drafts, rendered.others),
    };
  }

  /** Returns the wanted version, after a check that the other one belongs to the same merge request. @throws VersionNotFound */
  private async version(
    id: number,
    versions: readonly Version[],
    { diff_id: wanted, start_sha: start }: ShownChanges,
  ): Promise<Version | undefined> {
    if (start !== undefined && !versions.some(({ headSha }) => headSha === start)) throw VersionNotFound();
    if (wanted === undefined) return versions[0];
    const version = versions.find((each) => each.id === wanted) ?? (await this.versionsStore.find(this.db, id, wanted));
    if (!version) throw VersionNotFound();
    return version;
  }
}

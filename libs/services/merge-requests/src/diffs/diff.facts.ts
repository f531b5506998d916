import { Injectable } from '@nestjs/common';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import type { CommitCard, FileDiff } from '@hearth/repository-contracts';
import { Database } from '@hearth/data';
import { Page, type PageRequest } from '@hearth/http';
import { MergeRequestFacts } from '../merge-requests/merge-request.facts.js';
import type { MergeRequestRecord } from '../merge-requests/merge-requests.store.js';
import { RawDiffTooLarge, VersionNotFound } from '../refusals.js';
import { rawDiff } from './raw-diff.rules.js';
import { newestVersionOf, VersionFacts } from './version.facts.js';
import { VersionsStore, type Version } from './versions.store.js';

/** Changes of merge requests' versions: commits and files. */
@Injectable()
export class DiffFacts {
  constructor(
    private readonly db: Database,
    private readonly mergeRequestFacts: MergeRequestFacts,
    private readonly versionsStore: VersionsStore,
    private readonly versionFacts: VersionFacts,
  ) {}

  /**
   * Returns a page of the commits of the newest version, newest first.
   * @throws MergeRequestNotFound, Forbidden
   */
  async commits(
    access: ProjectAccess,
    iid: number,
    caller: Principal,
    request: PageRequest,
  ): Promise<Page<CommitCard>> {
    const version = newestVersionOf(await this.mergeRequestFacts.one(access, iid, caller));
    if (!version) return new Page<CommitCard>([], request, 0);
    const { commits, total } = await this.versionFacts.commits(access.project.id, version, request);
    return new Page(commits, request, total ?? undefined);
  }

  /** Returns the files that the newest version changes. @param record as `MergeRequestFacts.one` returns it */
  async changesOf(record: MergeRequestRecord): Promise<readonly FileDiff[]> {
    const version = newestVersionOf(record);
    return version ? this.versionFacts.files(record.targetProjectId, version) : [];
  }

  /** Returns the text of the newest version's diff. @throws MergeRequestNotFound, Forbidden, RawDiffTooLarge */
  async raw(access: ProjectAccess, iid: number, caller: Principal): Promise<string> {
    const version = newestVersionOf(await this.mergeRequestFacts.one(access, iid, caller));
    if (!version) return '';
    const { files, overflow } = await this.versionFacts.diff(access.project.id, version);
    // A part of the diff would be taken for the whole.
    if (overflow) throw RawDiffTooLarge();
    return rawDiff(files);
  }

  /** Returns a page of the files that the newest version changes. @throws MergeRequestNotFound, Forbidden */
  async pageOfChanges(
    access: ProjectAccess,
    iid: number,
    caller: Principal,
    request: PageRequest,
  ): Promise<Page<FileDiff>> {
    const files = await this.changesOf(await this.mergeRequestFacts.one(access, iid, caller));
    return Page.of(files, request);
  }

  /** @throws MergeRequestNotFound, Forbidden */
  async versions(access: ProjectAccess, iid: number, caller: Principal, request: PageRequest): Promise<Page<Version>> {
    const id = await this.mergeRequestFacts.idOf(access, iid, caller);
    return this.versionsStore.page(this.db, id, request);
  }

  /** @throws MergeRequestNotFound, VersionNotFound, Forbidden */
  async version(access: ProjectAccess, iid: number, versionId: number, caller: Principal) {
    const id = await this.mergeRequestFacts.idOf(access, iid, caller);
    const version = await this.versionsStore.find(this.db, id, versionId);
    if (!version) throw VersionNotFound();
    const [commits, files] = await Promise.all([
      this.versionFacts.newestCommits(access.project.id, version),
      this.versionFacts.files(access.project.id, version),
    ]);
    return { version, commits, files };
  }
}

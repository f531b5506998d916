import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { Principal, ProjectAccess, ProjectId } from '@hearth/contract-kit';
import { CommitMissing, CommitsBetweenQuery, DiffQuery, type CommitCard, type FileDiff } from '@hearth/contracts';
import { Database } from '@hearth/data';
import { Page, type PageRequest } from '@hearth/http';
import { MergeRequestFacts } from '../merge-requests/merge-request.facts.js';
import { VersionNotFound } from '../refusals.js';
import { VersionsStore, type Version } from './versions.store.js';

/** As many commits as the record of one version has. */
const MOST_COMMITS = 100;

/** What versions of merge requests change: commits and files. */
@Injectable()
export class DiffFacts {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly mergeRequestFacts: MergeRequestFacts,
    private readonly versionsStore: VersionsStore,
  ) {}

  /**
   * A page of the commits of the newest version, the newest first.
   * @throws MergeRequestNotFound, Forbidden
   */
  async commits(
    access: ProjectAccess,
    iid: number,
    caller: Principal,
    request: PageRequest,
  ): Promise<Page<CommitCard>> {
    const { id } = await this.mergeRequestFacts.one(access, iid, caller);
    const version = await this.versionsStore.latest(this.db, id);
    if (!version) return new Page<CommitCard>([], request, 0);
    const { commits, total } = await this.commitsOf(access.project.id, version, request);
    return new Page(commits, request, total ?? undefined);
  }

  /** The files that the newest version changes. @throws MergeRequestNotFound, Forbidden */
  async changes(access: ProjectAccess, iid: number, caller: Principal): Promise<readonly FileDiff[]> {
    const { id } = await this.mergeRequestFacts.one(access, iid, caller);
    const version = await this.versionsStore.latest(this.db, id);
    return version ? this.filesOf(access.project.id, version) : [];
  }

  /** @throws MergeRequestNotFound, Forbidden */
  async versions(access: ProjectAccess, iid: number, caller: Principal, request: PageRequest): Promise<Page<Version>> {
    const { id } = await this.mergeRequestFacts.one(access, iid, caller);
    return this.versionsStore.page(this.db, id, request);
  }

  /** @throws MergeRequestNotFound, VersionNotFound, Forbidden */
  async version(access: ProjectAccess, iid: number, versionId: number, caller: Principal) {
    const { id } = await this.mergeRequestFacts.one(access, iid, caller);
    const version = await this.versionsStore.find(this.db, id, versionId);
    if (!version) throw VersionNotFound();
    const [{ commits }, files] = await Promise.all([
      this.commitsOf(access.project.id, version, { page: 1, perPage: MOST_COMMITS }),
      this.filesOf(access.project.id, version),
    ]);
    return { version, commits, files };
  }

  private async commitsOf(projectId: ProjectId, { baseSha, headSha }: Version, { page, perPage }: PageRequest) {
    const nothing = { commits: [], total: 0 };
    const asked = { projectId, from: baseSha, to: headSha, page, perPage };
    return orWhereMissing(this.calls.query(CommitsBetweenQuery, asked), nothing);
  }

  private async filesOf(projectId: ProjectId, { baseSha, headSha }: Version): Promise<readonly FileDiff[]> {
    const nothing = { files: [], overflow: false };
    const asked = { projectId, from: baseSha, to: headSha };
    return (await orWhereMissing(this.calls.query(DiffQuery, asked), nothing)).files;
  }
}

/** Commits may be gone with a repository that was restored from an older backup. */
async function orWhereMissing<T>(answer: Promise<T>, nothing: T): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (CommitMissing.is(error)) return nothing;
    throw error;
  }
}

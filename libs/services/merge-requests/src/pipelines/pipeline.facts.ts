import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { RefPipelinesQuery, type PipelineCard } from '@hearth/ci-contracts';
import { Database } from '@hearth/data';
import { Page, type PageRequest } from '@hearth/http';
import { VersionFacts } from '../diffs/version.facts.js';
import { VersionsStore } from '../diffs/versions.store.js';
import { MergeRequestFacts } from '../merge-requests/merge-request.facts.js';

/** The highest number of versions whose heads count. */
const MOST_VERSIONS = 100;

/** Pipelines of merge requests, queried from ci. */
@Injectable()
export class PipelineFacts {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly mergeRequestFacts: MergeRequestFacts,
    private readonly versionsStore: VersionsStore,
    private readonly versionFacts: VersionFacts,
  ) {}

  /**
   * Returns a page of the pipelines of the merge request, and of those that the source branch had in the source project for the heads of the
   * newest versions or for a commit of the last one, newest first.
   * @throws MergeRequestNotFound, Forbidden
   */
  async page(access: ProjectAccess, iid: number, caller: Principal, request: PageRequest): Promise<Page<PipelineCard>> {
    const { id, sourceProjectId, sourceBranch } = await this.mergeRequestFacts.one(access, iid, caller);
    const versions = await this.versionsStore.newest(this.db, id, MOST_VERSIONS);
    if (!versions[0]) return new Page<PipelineCard>([], request, 0);
    const commits = await this.versionFacts.newestCommits(access.project.id, versions[0]);
    const shas = [...new Set([...versions.map(({ headSha }) => headSha), ...commits.map((commit) => commit.id)])];
    const { page, perPage } = request;
    const asked = { projectId: sourceProjectId, ref: sourceBranch, shas, mergeRequestId: id, page, perPage };
    const { pipelines, total } = await this.calls.query(RefPipelinesQuery, asked);
    return new Page(pipelines, request, total ?? undefined);
  }
}

import { Injectable } from '@nestjs/common';
import { may } from '@hearth/access';
import { Calls } from '@hearth/calls';
import type { Principal, ProjectAccess, ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { Page, PageRequest } from '@hearth/http';
import { UsersByIdsQuery, type UserCard } from '@hearth/identity-contracts';
import { CommitsByIdsQuery, type CommitCard } from '@hearth/repository-contracts';
import { abilities } from '../../abilities.js';
import { BuildAccessFacts } from '../../builds/build-access.facts.js';
import { BuildsFinder, type JobOfStage } from '../../builds/builds.finder.js';
import { PipelineFacts, type PipelineFact } from '../../pipelines/pipeline.facts.js';
import { TestReportsStore, type JobReport } from '../../test-reports/test-reports.store.js';
import { PipelinesFinder, type PipelineFilters, type PipelineRow } from '../../pipelines/pipelines.finder.js';

/** Jobs that the page of a pipeline shows. */
const MOST_JOBS = 1_000;

/** Pipeline with the data of its row. */
export interface PipelineRowFact {
  readonly pipeline: PipelineRow;
  /** Null when no user started it. */
  readonly user: UserCard | null;
  /** Null when the repository no longer has it. */
  readonly commit: CommitCard | null;
}

/** Pipeline with the data of its page. */
export interface PipelinePageFact extends PipelineFact {
  readonly commit: CommitCard | null;
  /** Test reports of its jobs, without the tests. */
  readonly reports: readonly JobReport[];
  /** By stage. */
  readonly jobs: readonly JobOfStage[];
  /** Whether the pipeline may have more jobs than the page shows. */
  readonly isCut: boolean;
  /** Whether the caller may change the pipeline and its jobs. */
  readonly mayChange: boolean;
}

/** Reads for the pages of pipelines. */
@Injectable()
export class PipelinePageFacts {
  constructor(
    private readonly db: Database,
    private readonly pipelineFacts: PipelineFacts,
    private readonly pipelinesFinder: PipelinesFinder,
    private readonly buildsFinder: BuildsFinder,
    private readonly buildAccessFacts: BuildAccessFacts,
    private readonly testReportsStore: TestReportsStore,
    private readonly calls: Calls,
  ) {}

  /** Returns a page of a project's pipelines, newest first. */
  async page(
    projectId: ProjectId,
    filters: Pick<PipelineFilters, 'ref' | 'statuses' | 'scheduleId'>,
    request: PageRequest,
  ): Promise<Page<PipelineRowFact>> {
    const newest = { ...filters, orderBy: 'id', sort: 'desc' } as const;
    const page = await this.pipelinesFinder.page(this.db, projectId, newest, request);
    const ids = [...new Set(page.items.flatMap(({ userId }) => userId ?? []))];
    const [{ users }, commits] = await Promise.all([
      ids.length > 0 ? this.calls.query(UsersByIdsQuery, { ids }) : { users: [] },
      this.commits(
        projectId,
        page.items.map(({ sha }) => sha),
      ),
    ]);
    const userOf = new Map<number | null, UserCard>(users.map((user) => [user.askedAs ?? user.id, user]));
    return page.map((pipeline) => {
      const { userId, sha } = pipeline;
      return { pipeline, user: userOf.get(userId) ?? null, commit: commits.get(sha) ?? null };
    });
  }

  /** @throws PipelineNotFound */
  async one(access: ProjectAccess, id: number, caller: Principal | null): Promise<PipelinePageFact> {
    const { project } = access;
    const [fact, jobs, reports] = await Promise.all([
      this.pipelineFacts.one(project, id),
      this.buildsFinder.ofStages(this.db, project.id, id, MOST_JOBS),
      this.testReportsStore.ofPipeline(this.db, id, { withCases: false }),
    ]);
    const { sha, ref, tag, sourceBranch } = fact.pipeline;
    const [commits, mayChange] = await Promise.all([
      this.commits(project.id, [sha]),
      may(abilities.updatePipeline, access, caller) &&
        this.buildAccessFacts.mayUse(access, { ref: sourceBranch ?? ref, tag }),
    ]);
    return { ...fact, jobs, reports, isCut: jobs.length === MOST_JOBS, commit: commits.get(sha) ?? null, mayChange };
  }

  private async commits(projectId: ProjectId, shas: readonly string[]): Promise<Map<string, CommitCard | null>> {
    const ids = [...new Set(shas)];
    if (ids.length === 0) return new Map();
    const { commits } = await this.calls.query(CommitsByIdsQuery, { projectId, ids });
    return new Map(ids.map((id, place) => [id, commits[place] ?? null]));
  }
}

import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { ProjectId } from '@hearth/contract-kit';
import { FindCommitQuery, FindRefsQuery } from '@hearth/repository-contracts';
import { Database, type Tx } from '@hearth/data';
import { ProjectNotFound } from '@hearth/http';
import { AdvancePipeline } from '../pipelines/advance.js';
import { PipelinesStore, type Pipeline, type RefKinds } from '../pipelines/pipelines.store.js';
import { ProjectsStore } from '../pipelines/projects.store.js';
import { Jobs } from '@hearth/jobs';
import { KeepCommitJob } from '../jobs.js';
import {
  CommitNotFound,
  ReferencesNotFound,
  StatusPipelineNotFound,
  TargetUrlInvalid,
  TransitionRefused,
} from '../refusals.js';
import { CommitStatusesStore, type CommitStatus, type StatusDetails } from './commit-statuses.store.js';
import { impossibleEvent, targetUrlFailures, type PostedState } from './transition.rules.js';

/** Report about a commit. */
export interface PostedStatus extends StatusDetails {
  readonly state: PostedState;
  readonly name: string;
  /** Name of a branch or tag; by default the first branch that contains the commit. */
  readonly ref?: string | undefined;
  /** Pipeline that gets the status; by default the newest of ref and commit. */
  readonly pipelineId?: number | undefined;
}

/** Posts the status of a commit. It continues a status that has not ended, or adds one to the newest pipeline of ref and commit. */
@Injectable()
export class PostCommitStatus {
  constructor(
    private readonly db: Database,
    private readonly projectsStore: ProjectsStore,
    private readonly pipelinesStore: PipelinesStore,
    private readonly commitStatusesStore: CommitStatusesStore,
    private readonly advancePipeline: AdvancePipeline,
    private readonly calls: Calls,
    private readonly jobs: Jobs,
  ) {}

  /**
   * @param revision of the commit
   * @throws CommitNotFound, ReferencesNotFound, StatusPipelineNotFound, TargetUrlInvalid, TransitionRefused; ProjectNotFound when it was deleted in
   * the meantime
   */
  async execute(projectId: ProjectId, revision: string, posted: PostedStatus, userId: number): Promise<CommitStatus> {
    const withBranch = posted.ref === undefined;
    const { commit: sha, branch } = await this.calls.query(FindCommitQuery, { projectId, revision, withBranch });
    if (sha === null) throw CommitNotFound();
    const ref = posted.ref ?? branch;
    if (ref === null) throw ReferencesNotFound();
    const failures = posted.targetUrl === undefined ? [] : targetUrlFailures(posted.targetUrl);
    if (failures.length > 0) throw TargetUrlInvalid({ failures });
    const kinds = await this.kindsOf(projectId, ref);
    return this.db.tx(async (tx) => {
      if (!(await this.projectsStore.hold(tx, projectId))) throw ProjectNotFound();
      const pipeline =
        posted.pipelineId === undefined
          ? await this.pipeline(tx, { projectId, ref, sha, userId }, kinds)
          : await this.named(tx, { projectId, ref: posted.ref, sha }, posted.pipelineId);
      const status = await this.report(tx, pipeline, posted, userId);
      await this.advancePipeline.within(tx, pipeline);
      return status;
    });
  }

  /** Returns the pipeline that the client names, locked. @throws StatusPipelineNotFound for one of another commit or ref */
  private async named(
    tx: Tx,
    { projectId, ref, sha }: { readonly projectId: ProjectId; readonly ref: string | undefined; readonly sha: string },
    pipelineId: number,
  ): Promise<Pipeline> {
    const pipeline = await this.pipelinesStore.lock(tx, projectId, pipelineId);
    if (pipeline?.sha !== sha || (ref !== undefined && pipeline.ref !== ref)) throw StatusPipelineNotFound();
    return pipeline;
  }

  /** Returns the newest pipeline of ref and commit, which is made where there is none, locked. */
  private async pipeline(
    tx: Tx,
    wanted: Pick<Pipeline, 'projectId' | 'ref' | 'sha' | 'userId'>,
    kinds: RefKinds,
  ): Promise<Pipeline> {
    const { projectId, ref, sha } = wanted;
    const { isBranch, isTag } = await this.pipelinesStore.lockRef(tx, projectId, ref, kinds);
    const newest = await this.pipelinesStore.lockNewest(tx, projectId, ref, sha);
    if (newest) return newest;
    await this.jobs.add(tx, KeepCommitJob, { projectId, sha });
    return this.pipelinesStore.insert(tx, { ...wanted, tag: isTag && !isBranch, source: 'external' });
  }

  private async report(tx: Tx, pipeline: Pipeline, posted: PostedStatus, userId: number): Promise<CommitStatus> {
    const { state, name, ...details } = posted;
    const continued = await this.commitStatusesStore.lockContinued(tx, pipeline, name, userId);
    const from = continued?.status ?? 'created';
    const event = impossibleEvent(from, state);
    if (event) throw TransitionRefused({ event, from });
    const { id } = continued ?? (await this.commitStatusesStore.insert(tx, pipeline, name, userId));
    return this.commitStatusesStore.report(tx, id, state, details);
  }

  /** Queried once for each ref; events keep it up to date afterwards. */
  private async kindsOf(projectId: ProjectId, ref: string): Promise<RefKinds> {
    if (await this.pipelinesStore.knowsRef(this.db, projectId, ref)) return { isBranch: false, isTag: false };
    const { branches, tags } = await this.calls.query(FindRefsQuery, { projectId, branches: [ref], tags: [ref] });
    return { isBranch: branches[0] !== null, isTag: tags[0] !== null };
  }
}

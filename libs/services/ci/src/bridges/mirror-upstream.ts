import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Job, Jobs, type JobDataOf } from '@hearth/jobs';
import type { BridgeFailureReason } from '../builds/build-status.rules.js';
import { BuildsFinder } from '../builds/builds.finder.js';
import { BuildsStore } from '../builds/builds.store.js';
import { MirrorDownstreamPipelineJob, MirrorUpstreamPipelineJob } from '../jobs.js';
import { AdvancePipeline } from '../pipelines/advance.js';
import { JobNotFound } from '../refusals.js';
import { BridgeFacts } from './bridge.facts.js';
import { BridgesStore } from './bridges.store.js';
import { DownstreamAccessFacts } from './downstream-access.facts.js';

/** Pipeline that a bridge mirrors. */
interface Upstream {
  readonly projectId: ProjectId;
  readonly pipelineId: number;
}

/** Gives a bridge the status of the newest pipeline of another project's default branch, from now until that pipeline has ended. */
@Injectable()
export class MirrorUpstreamPipeline {
  constructor(
    private readonly db: Database,
    private readonly buildsFinder: BuildsFinder,
    private readonly buildsStore: BuildsStore,
    private readonly bridgesStore: BridgesStore,
    private readonly bridgeFacts: BridgeFacts,
    private readonly downstreamAccessFacts: DownstreamAccessFacts,
    private readonly advancePipeline: AdvancePipeline,
    private readonly jobs: Jobs,
  ) {}

  /**
   * Safe to repeat: a bridge is pending until it has its pipeline. Without a pipeline it is skipped; it fails where its user may not read the
   * pipelines of the project.
   */
  @Job(MirrorUpstreamPipelineJob)
  async execute({ projectId, jobId }: JobDataOf<typeof MirrorUpstreamPipelineJob>): Promise<void> {
    try {
      const bridge = await this.buildsFinder.findAny(this.db, projectId, jobId);
      if (bridge?.status !== 'pending') return;
      const found = await this.find(projectId, jobId);
      // The two pipelines are not locked together.
      const isMirrored =
        typeof found === 'object' && (await this.db.tx((tx) => this.bridgesStore.mirror(tx, jobId, found.pipelineId)));
      await this.advancePipeline.changeJob(projectId, jobId, async (tx, { status }) => {
        if (status !== 'pending') return;
        if (typeof found === 'string') await this.buildsStore.move(tx, [jobId], 'drop', found);
        else await this.buildsStore.move(tx, [jobId], isMirrored ? 'run' : 'skip');
        if (isMirrored) await this.jobs.add(tx, MirrorDownstreamPipelineJob, found);
      });
    } catch (error) {
      if (!JobNotFound.is(error)) throw error;
    }
  }

  /** @returns the reason for which the bridge may not mirror one; undefined where there is none */
  private async find(projectId: ProjectId, jobId: number): Promise<Upstream | BridgeFailureReason | undefined> {
    const { build, path } = await this.bridgeFacts.toMirror(projectId, jobId);
    const principal = build.userId === null ? null : await this.downstreamAccessFacts.principal(build.userId);
    if (!principal) return 'insufficient_upstream_permissions';
    const access = await this.downstreamAccessFacts.upstream({ path }, principal);
    if (typeof access === 'string') return access;
    const { id, defaultBranch } = access.project;
    if (defaultBranch === null) return undefined;
    const pipelineId = await this.bridgesStore.newestOther(this.db, id, defaultBranch, build.pipelineId);
    return pipelineId === undefined ? undefined : { projectId: id, pipelineId };
  }
}

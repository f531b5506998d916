import { Injectable } from '@nestjs/common';
import { AccessResolver, may } from '@hearth/access';
import type { ProjectReference } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { abilities } from '../abilities.js';
import { mayDownload, type ArtifactsReader } from '../artifacts/access.rules.js';
import {
  ArtifactsStore,
  NO_DEPENDENCIES,
  type Dependencies,
  type DependencyRow,
} from '../artifacts/artifacts.store.js';
import type { OtherJob } from '../configuration/other-jobs.rules.js';
import type { JobPayload } from './job-payload.facts.js';
import { JobUserFacts } from './job-user.facts.js';
import { JobValues } from './job-values.rules.js';

/** Finds the jobs of other pipelines whose artifacts jobs get. */
@Injectable()
export class OtherJobsFacts {
  constructor(
    private readonly db: Database,
    private readonly accessResolver: AccessResolver,
    private readonly artifactsStore: ArtifactsStore,
    private readonly jobUserFacts: JobUserFacts,
  ) {}

  /** Returns the newest successful runs; `someGone`: one was not found, its artifacts are gone, or the user of the job may not read them. */
  async of(payload: JobPayload): Promise<Dependencies> {
    const { otherJobs = [] } = payload.build.options;
    if (otherJobs.length === 0) return NO_DEPENDENCIES;
    const values = new JobValues(payload);
    const rows = await Promise.all(otherJobs.map((job) => this.find(payload, job, (text) => values.expand(text))));
    const found = rows.filter((row) => row !== undefined);
    const dependencies = this.artifactsStore.dependenciesOf(found);
    return { ...dependencies, someGone: dependencies.someGone || found.length < rows.length };
  }

  /** Returns whether a user may read the artifacts of a project now. */
  async mayRead(userId: number | null, project: ProjectReference): Promise<boolean> {
    return (await this.readable(userId, project)) !== undefined;
  }

  private async find(
    { build }: JobPayload,
    other: OtherJob,
    expand: (text: string) => string,
  ): Promise<DependencyRow | undefined> {
    const job = expand(other.job);
    if ('pipeline' in other) {
      const pipelineId = expand(other.pipeline);
      if (!/^\d{1,18}$/.test(pipelineId)) return undefined;
      return this.artifactsStore.ofHierarchy(this.db, { id: Number(pipelineId), job, by: build.pipelineId });
    }
    const reader = await this.readable(build.userId, { path: expand(other.project) });
    if (!reader) return undefined;
    const row = await this.artifactsStore.newestOf(this.db, reader.project.project.id, { ref: expand(other.ref), job });
    return row && mayDownload(row.access, reader) ? row : undefined;
  }

  private async readable(userId: number | null, reference: ProjectReference): Promise<ArtifactsReader | undefined> {
    const principal = userId === null ? null : await this.jobUserFacts.principal(userId);
    const access = principal && (await this.accessResolver.project(reference, principal));
    return access && may(abilities.readBuild, access, principal)
      ? { project: access, caller: { principal } }
      : undefined;
  }
}

import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { OutputOf, ProjectAccess, ProjectId } from '@hearth/contract-kit';
import { RefProtectionQuery } from '@hearth/repository-contracts';
import { Database } from '@hearth/data';
import { Forbidden } from '@hearth/http';
import { PipelinesStore } from '../pipelines/pipelines.store.js';
import { JobNotFound, PipelineNotFound } from '../refusals.js';
import { BuildsFinder } from './builds.finder.js';

type RefProtection = OutputOf<typeof RefProtectionQuery>['branches'][number];

interface Ref {
  readonly ref: string;
  readonly tag: boolean;
}

/** Ref of a job or pipeline. */
interface RunRef extends Ref {
  /** Of the merge request that it runs for; null without one. */
  readonly sourceBranch: string | null;
}

/** Resolves access to the jobs of a ref. On a protected branch, users who may push or merge can change its jobs. */
@Injectable()
export class BuildAccessFacts {
  constructor(
    private readonly db: Database,
    private readonly buildsFinder: BuildsFinder,
    private readonly pipelinesStore: PipelinesStore,
    private readonly calls: Calls,
  ) {}

  /** @param bridges whether it may be a bridge @throws JobNotFound, Forbidden */
  async requireJob(access: ProjectAccess, id: number, { bridges = false } = {}): Promise<RefProtection> {
    const build = await this.buildsFinder[bridges ? 'findAny' : 'find'](this.db, access.project.id, id);
    if (!build) throw JobNotFound();
    return this.requireRef(access, build);
  }

  /** @throws PipelineNotFound, Forbidden */
  async requirePipeline(access: ProjectAccess, id: number): Promise<RefProtection> {
    const pipeline = await this.pipelinesStore.find(this.db, access.project.id, id);
    if (!pipeline) throw PipelineNotFound();
    return this.requireRef(access, pipeline);
  }

  /**
   * A pipeline of a merge request needs the rights on the source branch, and is not protected: its commits have not been accepted.
   * @throws Forbidden
   */
  async requireRef(access: ProjectAccess, { ref, tag, sourceBranch }: RunRef): Promise<RefProtection> {
    const protection = await this.protectionOf(access.project.id, { ref: sourceBranch ?? ref, tag });
    if (!isUsable(access, protection)) throw Forbidden();
    return sourceBranch === null ? protection : { ...protection, protected: false };
  }

  /** Returns whether the caller may run jobs of a ref. */
  async mayUse(access: ProjectAccess, ref: Ref): Promise<boolean> {
    return isUsable(access, await this.protectionOf(access.project.id, ref));
  }

  /** The level that may create a protected tag may change its jobs. */
  private async protectionOf(projectId: ProjectId, { ref, tag }: Ref): Promise<RefProtection> {
    const asked = { projectId, branches: tag ? [] : [ref], tags: tag ? [ref] : [] };
    const { branches, tags } = await this.calls.query(RefProtectionQuery, asked);
    const [ofTag] = tags;
    if (!ofTag) return branches[0]!;
    return { protected: ofTag.protected, pushLevel: ofTag.createLevel, mergeLevel: ofTag.createLevel };
  }
}

function isUsable({ level }: ProjectAccess, { protected: isProtected, pushLevel, mergeLevel }: RefProtection): boolean {
  const isEnough = (from: number | null) => from === null || (from > 0 && level >= from);
  return !isProtected || isEnough(pushLevel) || isEnough(mergeLevel);
}

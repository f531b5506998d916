import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { BridgesStore } from './bridges.store.js';
import { LARGEST_HIERARCHY, type HierarchyPipeline } from './hierarchy.rules.js';

/** Hierarchy of the pipelines that have started each other, as seen from one of them. */
export interface Hierarchy {
  /** First pipeline. */
  readonly rootId: number;
  /** The pipeline, and those that have led to it, the nearest first. */
  readonly upstreams: readonly HierarchyPipeline[];
  /** Number of pipelines below the first one, up to the limit. */
  readonly size: number;
}

/** Reads hierarchies of pipelines. */
@Injectable()
export class HierarchyFacts {
  constructor(
    private readonly db: Database,
    private readonly bridgesStore: BridgesStore,
  ) {}

  async of(pipelineId: number): Promise<Hierarchy> {
    const upstreams = await this.bridgesStore.upstreams(this.db, pipelineId);
    const rootId = upstreams[0]?.rootId ?? pipelineId;
    return { rootId, upstreams, size: await this.bridgesStore.hierarchySize(this.db, rootId, LARGEST_HIERARCHY) };
  }
}

import type { ProjectId } from '@hearth/contract-kit';
import type { BridgeFailureReason } from '../builds/build-status.rules.js';
import type { PipelineSource } from '../configuration/pipeline-source.js';

/** Pipeline of a hierarchy. */
export interface HierarchyPipeline {
  readonly id: number;
  readonly projectId: ProjectId;
  readonly ref: string;
  readonly source: PipelineSource;
  /** First pipeline of the hierarchy; null for that one. */
  readonly rootId: number | null;
}

/** Most levels of child pipelines. */
const MOST_LEVELS = 2;
/** Most pipelines that lead back to one: further ones are refused. */
export const LARGEST_HIERARCHY = 1_000;

/**
 * Returns the reason for which a bridge may not start a pipeline; undefined when it may.
 * @param upstreams pipeline of the bridge, and those that have led to it
 * @param size number of pipelines in the hierarchy
 * @param next null for a child pipeline
 */
export function hierarchyFailure(
  upstreams: readonly HierarchyPipeline[],
  size: number,
  next: { readonly projectId: ProjectId; readonly ref: string } | null,
): BridgeFailureReason | undefined {
  if (size >= LARGEST_HIERARCHY) return 'reached_max_pipeline_hierarchy_size';
  if (!next) {
    const level = upstreams.findIndex(({ source }) => source !== 'parent_pipeline');
    return level < 0 || level >= MOST_LEVELS ? 'reached_max_descendant_pipelines_depth' : undefined;
  }
  const others = upstreams.filter(({ source }) => source !== 'parent_pipeline');
  const isRepeated = others.some(
    ({ projectId, ref, source }) => source === 'pipeline' && projectId === next.projectId && ref === next.ref,
  );
  return isRepeated ? 'pipeline_loop_detected' : undefined;
}

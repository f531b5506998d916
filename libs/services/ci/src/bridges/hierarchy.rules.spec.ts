import type { ProjectId } from '@hearth/contract-kit';
import type { PipelineSource } from '../configuration/pipeline-source.js';
import { hierarchyFailure, LARGEST_HIERARCHY, type HierarchyPipeline } from './hierarchy.rules.js';

const pipeline = (projectId: number, source: PipelineSource): HierarchyPipeline => ({
  ...{ id: 1, projectId: projectId as ProjectId, ref: 'main', source, rootId: null },
});
const [pushed, child, ofBridge] = [pipeline(1, 'push'), pipeline(1, 'parent_pipeline'), pipeline(2, 'pipeline')];
const next = (projectId: number, ref = 'main') => ({ projectId: projectId as ProjectId, ref });

describe('a hierarchy of pipelines', () => {
  it.each([
    ['a child', [pushed], null, undefined],
    ['a child of a child', [child, pushed], null, undefined],
    ['a third level', [child, child, pushed], null, 'reached_max_descendant_pipelines_depth'],
    ['a child in another project', [ofBridge, child, child, pushed], null, undefined],
    ['another project', [pushed], next(2), undefined],
    ['the first project again', [ofBridge, pushed], next(1), undefined],
    ['a project twice', [pipeline(1, 'pipeline'), ofBridge, pushed], next(2), 'pipeline_loop_detected'],
    ['another ref of it', [pipeline(1, 'pipeline'), ofBridge, pushed], next(2, 'dev'), undefined],
  ])('may have %s: %#', (_, upstreams, started, failure) => {
    expect(hierarchyFailure(upstreams, 0, started)).toBe(failure);
  });

  it('is bounded', () => {
    expect(hierarchyFailure([pushed], LARGEST_HIERARCHY, null)).toBe('reached_max_pipeline_hierarchy_size');
  });
});

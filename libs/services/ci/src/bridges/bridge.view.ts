import type { z } from 'zod';
import { JobBasicView, presentBasicJob } from '../builds/build.view.js';
import { PipelineSummaryView, presentPipelineSummary } from '../pipelines/pipeline.view.js';
import type { BridgeFact } from './bridge.facts.js';

/** Record of a bridge: runners do not take it, so it has no tags. */
export const BridgeView = JobBasicView.omit({ tag_list: true, archived: true }).extend({
  downstream_pipeline: PipelineSummaryView.nullable().describe(
    'Pipeline that the job has started; null without one, and for one that the caller may not read',
  ),
});
export type BridgeView = z.output<typeof BridgeView>;

export function presentBridge(fact: BridgeFact, baseUrl: string, now: Date): BridgeView {
  const { tag_list: _tags, archived: _archived, ...job } = presentBasicJob(fact, baseUrl, now);
  const { downstream } = fact;
  return {
    ...job,
    downstream_pipeline:
      downstream && presentPipelineSummary(downstream.pipeline, `${baseUrl}/${downstream.projectPath}`),
  };
}

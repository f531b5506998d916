import type { PipelineStatus } from '@hearth/ci-contracts';
import { isRetryable, type BuildEvent } from '../builds/build-status.rules.js';
import { isFinal } from '../pipelines/pipeline-status.rules.js';

/**
 * Returns the events, in order, that give a bridge the status of the pipeline that it waits for. A bridge that has ended resumes first.
 * Canceled bridges keep their status.
 */
export function mirroringEvents(bridge: PipelineStatus, downstream: PipelineStatus): readonly BuildEvent[] {
  if (bridge === 'canceled') return [];
  if (!isFinal(downstream)) return isRetryable(bridge) ? ['resume'] : [];
  const [event, status] = downstream === 'success' ? (['success', 'success'] as const) : (['drop', 'failed'] as const);
  if (bridge === status) return [];
  return isRetryable(bridge) ? ['resume', event] : [event];
}

import type { PipelineStatus } from '@hearth/ci-contracts';
import type { BuildEvent } from '../builds/build-status.rules.js';

type Result = readonly [event: BuildEvent, status: PipelineStatus];

/** Results of pipelines for bridges that wait for success. */
const DEPENDING: Readonly<Partial<Record<PipelineStatus, Result>>> = {
  success: ['success', 'success'],
  failed: ['drop', 'failed'],
  canceled: ['cancel', 'canceled'],
  skipped: ['drop', 'failed'],
};
/** Results of pipelines for bridges that mirror them. */
const MIRRORING: typeof DEPENDING = {
  ...DEPENDING,
  skipped: ['pass', 'skipped'],
  manual: ['block', 'manual'],
};
const RESULTS: readonly PipelineStatus[] = ['success', 'failed', 'canceled', 'skipped', 'manual'];

/**
 * Returns the events, in order, that give a bridge the status of the pipeline that it waits for. A bridge that has a result resumes first.
 * One without a result fails with a pipeline that was deleted. A canceled bridge takes a later result, but does not run until then: it may have been canceled itself.
 */
export function mirroringEvents(
  bridge: PipelineStatus,
  downstream: PipelineStatus | null,
  isMirrored: boolean,
): readonly BuildEvent[] {
  if (downstream === null) return ['pending', 'running'].includes(bridge) ? ['drop'] : [];
  const [event, status] = (isMirrored ? MIRRORING : DEPENDING)[downstream] ?? [];
  if (bridge === status || (bridge === 'canceled' && !event)) return [];
  return [...(RESULTS.includes(bridge) ? (['resume'] as const) : []), ...(event ? [event] : [])];
}

import type { ServerResponse } from 'node:http';
import { answersFromCopy, copiedFrom } from '@hearth/http';
import { currentOrigin } from '@hearth/telemetry';
import { copyMetrics } from './copy-metrics.js';

/** Header of answers from a copy that lacks changes. */
export const STALE_HEADER = 'hearth-stale';

/** A request may look for the repository several times. */
const noted = new WeakSet<ServerResponse>();

/**
 * Notes that the running request is answered from a copy: once in the metrics, and with a header when the copy lacks changes.
 * @param primary the storage that is asked for what the copy does not have; undefined when it cannot be
 */
export function noteCopyRead(
  { storage, isComplete }: { readonly storage: string; readonly isComplete: boolean },
  primary: string | undefined,
): void {
  const response = currentOrigin()?.request?.response;
  if (!response || noted.has(response)) return;
  noted.add(response);
  copyMetrics.reads.inc({ storage, outcome: isComplete ? 'current' : 'stale' });
  if (!isComplete) response.setHeader(STALE_HEADER, 'true');
  if (primary !== undefined) answersFromCopy(response, primary);
}

/** Counts a read that the copy on a storage could not answer. */
export function noteSentBack(storage: string): void {
  copyMetrics.reads.inc({ storage, outcome: 'sent-back' });
}

/** Returns the storage of the repository itself when the running request is answered from a copy. */
export function primaryOfRead(): string | undefined {
  const response = currentOrigin()?.request?.response;
  return response && copiedFrom(response);
}

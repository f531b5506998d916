import type { Health } from './health.js';

/** State of a process, in sentences without secrets. */
export interface ProcessHealth {
  /** Reasons why it is not ready; empty when it is. */
  readonly unready: readonly string[];
  /** All current problems. */
  readonly problems: readonly string[];
}

let running: Health | undefined;

/** Sets the health that {@link processHealth} reads: that of a process which has started. */
export function useHealth(health: Health): void {
  running = health;
}

/** Reads the state of this process, for pages of admins. Without a health, as in specs of one module, there are no problems. */
export async function processHealth(): Promise<ProcessHealth> {
  if (!running) return { unready: [], problems: [] };
  const [unready, problems] = await Promise.all([running.unready(), running.problems()]);
  return { unready, problems };
}

import { rmSync } from 'node:fs';
import { SPLIT, runInMode } from './black-box.mjs';
import { ensurePromtool } from './programs.mjs';
import { temporaryFolder } from './temporary-folder.mjs';

/** Whether a spec runs the rules of k8s/monitoring over the metrics of faults. */
export const isOfAlerts = (spec) => spec.startsWith('apps/e2e/dist/alerts/');

/**
 * Runs specs of alerts against a system whose metrics they may read, and whose audit trail is exported. They are skipped where there is no promtool.
 * @param {import('./black-box.mjs').Context} context @param {{ specs: string[], settings: (folder: string) => NodeJS.ProcessEnv }} suite
 */
export async function runAlerts({ progress, cleanups }, { specs, settings }) {
  const promtool = specs.length > 0 ? await ensurePromtool(progress) : undefined;
  if (promtool === undefined) return { passed: 0, failed: 0 };
  const exported = temporaryFolder('hearth-audit-');
  const programs = { HEARTH_TEST_PROMTOOL: promtool, HEARTH_E2E_AUDIT_EXPORT: exported };
  const suite = {
    specs,
    label: 'alerts',
    settings: (folder) => ({ ...settings(folder), ...programs }),
    environment: { HEARTH_OPERATOR_NETWORKS: '127.0.0.1', HEARTH_AUDIT_EXPORT: exported },
  };
  const outcome = await runInMode({ progress, cleanups }, suite, SPLIT);
  rmSync(exported, { recursive: true, force: true });
  return outcome;
}

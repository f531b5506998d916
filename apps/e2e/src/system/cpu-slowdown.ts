const MEASURED_MS = 100;

/**
 * Returns by how many times work is slower now than on an idle machine: from the share of a processor that this process gets when it wants a whole
 * one. Time limits are multiplied by it, so that a busy machine is no failure.
 */
export function cpuSlowdown(): number {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  let used = 0;
  while (used < MEASURED_MS) {
    const { user, system } = process.cpuUsage(before);
    used = (user + system) / 1000;
  }
  const factor = (performance.now() - startedAt) / used;
  // The limits are meant for two cores shared with the system under test.
  return factor < 1.5 ? 1 : factor;
}

const MEASURED_MS = 100;

/**
 * How many times longer work takes now than on a machine with nothing else to do: by what part of a processor this process gets when it
 * wants a whole one. What has to happen within a time is given so many times of it, so that a busy machine is no failure.
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
  // Two cores shared with the system under test are what times are meant for.
  return factor < 1.5 ? 1 : factor;
}

/**
 * Stops a system when this process is asked to end (Ctrl-C, SIGTERM, a closed terminal); asked a second time, it kills.
 * @param {import('./system.mjs').System} system
 * @param {(signal: string) => void} [told] called at the first signal
 * @returns {Promise<void>} settles once the system was asked to stop and has
 */
export function stopOnSignals(system, told = () => {}) {
  return new Promise((resolve) => {
    let asked = false;
    const handle = (signal) => {
      if (!asked) told(signal);
      const stopped = asked ? system.stop(0) : system.stop();
      asked = true;
      stopped.then(resolve);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, handle);
  });
}

const SHOW_AFTER_MS = 2000;

/** @typedef {{ step<T>(label: string, work: () => Promise<T>): Promise<T>, note(text: string): void }} Progress */

/**
 * Says what a command is doing once a step takes longer than two seconds: a line when it shows up and one when it ends;
 * on a terminal one line with a ticking time. `note` prints a line at once.
 * @param {{ stream?: NodeJS.WriteStream, showAfterMs?: number }} [options] with `showAfterMs: 0` every step is shown
 * @returns {Progress}
 */
export function createProgress({ stream = process.stderr, showAfterMs = SHOW_AFTER_MS } = {}) {
  return {
    async step(label, work) {
      const started = performance.now();
      const seconds = () => (performance.now() - started) / 1000;
      let shown = false;
      let ticking;
      const show = () => {
        shown = true;
        stream.write(stream.isTTY ? `\r\x1b[K${label} … ${Math.floor(seconds())} s` : `${label} …\n`);
        if (stream.isTTY) ticking ??= setInterval(show, 1000).unref();
      };
      const waiting = showAfterMs > 0 ? setTimeout(show, showAfterMs).unref() : show();
      let ending = 'failed after';
      try {
        const result = await work();
        ending = 'took';
        return result;
      } finally {
        clearTimeout(waiting);
        clearInterval(ticking);
        if (shown) stream.write(`${stream.isTTY ? '\r\x1b[K' : ''}${label}: ${ending} ${seconds().toFixed(1)} s\n`);
      }
    },
    note(text) {
      stream.write(`${text}\n`);
    },
  };
}

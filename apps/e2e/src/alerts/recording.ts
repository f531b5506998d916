import { waitFor } from '@hearth/testing';
import type { SystemProcess } from '../system/processes.js';

const STEP_MS = 2_500;
const SCRAPE_TIMEOUT_MS = 2_000;
const LINE = /^(?<name>[a-zA-Z_:][\w:]*)(?:\{(?<labels>.*)\})? (?<value>\S+)$/;
const AGE = /_(?:lag|behind)_seconds$/;
const START = /_start_time_seconds$/;
const COUNTER = /_(?:total|count|sum|bucket)$/;
/** Length of what Prometheus sees: longer than the windows and the waits of all rules but those that look back for six hours. */
const MINUTES = 60;

/** Metrics of the processes of a system while a fault lasts, as Prometheus scrapes them. */
export class Recording {
  private readonly series = new Map<string, (number | undefined)[]>();
  private length = 0;

  /** @param names of the metrics to keep */
  constructor(
    private readonly names: ReadonlySet<string>,
    private readonly processes: readonly SystemProcess[],
  ) {}

  /** Scrapes every process for some seconds. */
  async run(seconds: number): Promise<void> {
    const end = this.length + (seconds * 1_000) / STEP_MS;
    for (let next = performance.now(); this.length < end; next += STEP_MS) {
      await waitFor('the next scrape', () => performance.now() >= next, { intervalMs: 50 });
      await Promise.all(this.processes.map((each) => this.scrape(each)));
      this.length += 1;
    }
  }

  private async scrape({ name, internalPort }: SystemProcess): Promise<void> {
    const target = `job="${name.replace(/-\d+$/, '')}",instance="${name}"`;
    const signal = AbortSignal.timeout(SCRAPE_TIMEOUT_MS);
    const url = `http://127.0.0.1:${internalPort}/metrics`;
    const text = await fetch(url, { signal })
      .then(
        (answer) => (answer.ok ? answer.text() : undefined),
        () => undefined,
      )
      .catch(() => undefined);
    this.add(`up{${target}}`, text === undefined ? 0 : 1);
    for (const line of text?.split('\n') ?? []) {
      const { name: metric = '', labels, value } = LINE.exec(line)?.groups ?? {};
      if (this.names.has(metric)) this.add(`${metric}{${labels ? `${labels},` : ''}${target}}`, Number(value));
    }
  }

  private add(series: string, value: number): void {
    const values = this.series.get(series) ?? [];
    values[this.length] = value;
    this.series.set(series, values);
  }

  /** The series of a test of promtool. What was recorded comes first; then the fault goes on as it was at the end of the recording. */
  toTest(): object {
    const inputs = [...this.series].map(([series, values]) => ({ series, values: this.written(series, values) }));
    return { interval: `${STEP_MS}ms`, input_series: inputs };
  }

  private written(series: string, values: readonly (number | undefined)[]): string {
    const known = Array.from({ length: this.length }, (_, index) => values[index]);
    const rest = (MINUTES * 60_000) / STEP_MS - this.length;
    const shown = known.map((value, index) =>
      value === undefined ? (known[index - 1] === undefined ? '_' : 'stale') : String(value),
    );
    if (known.at(-1) === undefined) return [...shown, `_x${rest}`].join(' ');
    const { from, growth } = continued(series.slice(0, series.indexOf('{')), known);
    return [...shown, `${from}+${growth}x${rest}`].join(' ');
  }
}

/**
 * The values after a recording, by its second half: a counter grows on as there, an age that has grown and not fallen as time passes, and of other
 * values the middle one stays: a request that waits when the recording ends does not wait for an hour.
 */
function continued(name: string, values: readonly (number | undefined)[]): { from: number; growth: number } {
  const half = values.slice(Math.floor(values.length / 2)).map((value) => value ?? 0);
  const last = half.at(-1)!;
  const total = last - half[0]!;
  if (COUNTER.test(name)) return { from: last, growth: Math.max(0, total / (half.length - 1)) };
  const isRising = total > 0 && half.every((value, index) => index === 0 || value >= half[index - 1]!);
  if (AGE.test(name)) return { from: last, growth: isRising ? STEP_MS / 1_000 : 0 };
  if (START.test(name)) return { from: last, growth: 0 };
  return { from: half.toSorted((one, other) => one - other)[Math.floor(half.length / 2)]!, growth: 0 };
}

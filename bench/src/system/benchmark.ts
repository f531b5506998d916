import { chmod } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { makeTemporaryFolder } from '@hearth/testing';
import { BEYOND_LIMITS, Hearth, type HearthOptions } from './hearth.js';
import { holds, table, type Measurement } from './measurement.js';

type Part<T extends readonly unknown[]> = (...args: T) => Promise<Measurement | Measurement[]>;

const MODES = { single: 'one process', split: 'many processes' } as const;

/** A run of a benchmark: its folder, its systems, and the options of its command line. */
export class Benchmark {
  private readonly releases: (() => Promise<unknown>)[] = [];

  private constructor(
    /** Removed at the end. */
    readonly folder: string,
    /** Beginning of the names of the parts to measure. */
    readonly only: string,
    /** Whether the large repository is asked for. */
    readonly large: boolean,
    /** Length of a soak. */
    readonly minutes: number,
  ) {}

  /** Measures, prints the measurements, and sets the exit status: 1 when a goal is missed. */
  static async run(measure: (benchmark: Benchmark) => Promise<Measurement[]>): Promise<void> {
    const { json, only, large, minutes } = parseArgs({
      options: {
        json: { type: 'boolean', default: false },
        only: { type: 'string', default: '' },
        large: { type: 'boolean', default: false },
        minutes: { type: 'string', default: '60' },
      },
    }).values;
    const folder = await makeTemporaryFolder('bench');
    // The embedded PostgreSQL of root runs as another user, who needs to pass through the folder.
    await chmod(folder.path, 0o755);
    const benchmark = new Benchmark(folder.path, only, large, Number(minutes));
    try {
      const measurements = await measure(benchmark);
      process.stdout.write(`${json ? JSON.stringify(measurements, null, 2) : table(measurements)}\n`);
      process.exitCode = measurements.every(holds) ? 0 : 1;
    } finally {
      for (const release of benchmark.releases.reverse()) await release();
      await folder.remove();
    }
  }

  progress(line: string): void {
    process.stderr.write(`${line} …\n`);
  }

  /**
   * Starts a Hearth, which is stopped at the end.
   * @param settings in addition to those without limits of requests
   * @param name of its folder; two of one mode need different ones
   */
  async start(
    mode: 'single' | 'split',
    settings = {},
    name: string = mode,
    options: HearthOptions = {},
  ): Promise<Hearth> {
    this.progress(`starting Hearth in ${MODES[mode]}`);
    const hearth = await Hearth.start(`${this.folder}/${name}`, mode, { ...BEYOND_LIMITS, ...settings }, options);
    this.atEnd(() => hearth.stop());
    return hearth;
  }

  /** Releases something at the end, before everything that was there before it. */
  atEnd(release: () => Promise<unknown>): void {
    this.releases.push(release);
  }

  /** Measures the parts whose names begin with `only`, one after the other. */
  async parts<T extends readonly unknown[]>(
    parts: Readonly<Record<string, Part<T>>>,
    ...args: T
  ): Promise<Measurement[]> {
    const measurements: Measurement[] = [];
    for (const [name, part] of Object.entries(parts)) {
      if (!name.startsWith(this.only)) continue;
      this.progress(name);
      measurements.push(...[await part(...args)].flat());
    }
    return measurements;
  }
}

import { readFile } from 'node:fs/promises';

/** Interval between two reads of a file: the longest time until new content is used when nothing requests it earlier. */
export const LOOK_EVERY_MS = 5_000;

/** Called when a file has become unusable, once for each new reason. */
export type ReportProblem = (sentence: string) => void;

/**
 * A file that is read again while the process runs. An incomplete or invalid version is ignored: the last good content stays. Changes are
 * detected by content: a mounted secret is replaced by symbolic links, for which neither notifications nor time stamps are reliable.
 */
export class WatchedFile<T> {
  private problem: string | undefined;

  private constructor(
    readonly path: string,
    private readonly parse: (text: string) => T | Promise<T>,
    private readonly report: ReportProblem,
    private text: string,
    private content: T,
  ) {}

  /**
   * Reads the file for the first time.
   * @param parse throws an error that describes what is wrong with the content; its message must not quote it
   * @throws when the file cannot be read or parsed
   */
  static async open<T>(
    path: string,
    parse: (text: string) => T | Promise<T>,
    report: ReportProblem,
  ): Promise<WatchedFile<T>> {
    const text = await readFile(path, 'utf8');
    return new WatchedFile(path, parse, report, text, await parse(text));
  }

  /** The last good content. */
  get value(): T {
    return this.content;
  }

  /** Reads the file again. Never throws. */
  async look(): Promise<void> {
    try {
      const text = await readFile(this.path, 'utf8');
      if (text !== this.text) {
        this.content = await this.parse(text);
        this.text = text;
      }
      this.problem = undefined;
    } catch (error) {
      this.reportOnce(`${this.path} cannot be used (${(error as Error).message}): going on with what it held before`);
    }
  }

  private reportOnce(problem: string): void {
    if (problem !== this.problem) this.report(problem);
    this.problem = problem;
  }
}

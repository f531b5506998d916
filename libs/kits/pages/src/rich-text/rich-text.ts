import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ThreadFailed, ThreadPool } from '@hearth/threads';
import type { PatchHtml } from '../diff/patch-html.js';
import type { HighlightedLines } from './highlight.js';
import { KeptResults } from './kept-results.js';
import type { TextContext } from './text-context.js';

const LIMITS = { deadlineMs: 5000, memoryMb: 256 };
/** UTF-16 units of the files of one page that are highlighted: more costs seconds. */
const MOST_HIGHLIGHTED = 512 * 1024;

/** Renders texts of users for pages, in worker threads with bounds on time and memory, and keeps the results. */
@Injectable()
export class RichText implements OnApplicationShutdown {
  private readonly pool = new KeptResults(
    new ThreadPool({ program: new URL('./rich-text-thread.js', import.meta.url), ...LIMITS }),
  );

  onApplicationShutdown(): Promise<void> {
    return this.pool.close();
  }

  /**
   * Renders texts in Markdown.
   * @param caller on whose behalf, as a key of the queue
   * @returns HTML of each that is safe on a page; undefined when they exceed the limits
   * @throws ThreadsBusy
   */
  async markdown(
    texts: readonly string[],
    context: TextContext,
    caller: string,
  ): Promise<readonly string[] | undefined> {
    if (texts.every((text) => text === '')) return texts;
    const html = await this.within<readonly string[]>('markdown', { texts, context }, caller);
    return html?.length === texts.length ? html : undefined;
  }

  /**
   * Highlights files.
   * @returns the lines of each; undefined when they exceed the limits: they are shown without colours
   * @throws ThreadsBusy
   */
  async lines(
    files: readonly { readonly text: string; readonly name: string }[],
    caller: string,
  ): Promise<readonly HighlightedLines[] | undefined> {
    const length = files.reduce((sum, { text }) => sum + text.length, 0);
    if (length > MOST_HIGHLIGHTED) return undefined;
    return this.within<readonly HighlightedLines[]>('lines', files, caller);
  }

  /**
   * Highlights the patches of files, and marks the words in which their lines differ.
   * @returns HTML of the lines of each; those after the bound have none, and undefined when they exceed the limits
   * @throws ThreadsBusy
   */
  async patches(
    files: readonly { readonly patch: string; readonly name: string }[],
    caller: string,
  ): Promise<readonly PatchHtml[] | undefined> {
    let length = 0;
    const bounded = files.map(({ name, patch }) => ({
      name,
      patch: (length += patch.length) > MOST_HIGHLIGHTED ? '' : patch,
    }));
    if (bounded.every(({ patch }) => patch === '')) return undefined;
    return this.within<readonly PatchHtml[]>('patches', bounded, caller);
  }

  private async within<Result extends object>(
    task: string,
    input: unknown,
    caller: string,
  ): Promise<Result | undefined> {
    try {
      return await this.pool.run<Result>(task, input, caller);
    } catch (error) {
      if (error instanceof ThreadFailed) return undefined;
      throw error;
    }
  }
}

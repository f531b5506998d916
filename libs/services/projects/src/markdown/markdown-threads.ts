import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { UserId } from '@hearth/contract-kit';
import { ThreadFailed, ThreadPool, ThreadsBusy } from '@hearth/threads';
import { MarkdownTooCostly, TooManyTexts } from '../refusals.js';

const LIMITS = { deadlineMs: 5000, memoryMb: 256 };

/** Renders Markdown in worker threads. */
@Injectable()
export class MarkdownThreads implements OnApplicationShutdown {
  constructor(
    private readonly pool = new ThreadPool({ program: new URL('./markdown-thread.js', import.meta.url), ...LIMITS }),
  ) {}

  onApplicationShutdown(): Promise<void> {
    return this.pool.close();
  }

  /** @returns HTML @throws MarkdownTooCostly, TooManyTexts */
  async render(text: string, userId: UserId): Promise<string> {
    try {
      return await this.pool.run<string>('render', text, `user ${userId}`);
    } catch (error) {
      if (error instanceof ThreadsBusy) throw TooManyTexts();
      if (error instanceof ThreadFailed) throw MarkdownTooCostly();
      throw error;
    }
  }
}

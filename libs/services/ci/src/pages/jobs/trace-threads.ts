import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ThreadFailed, ThreadPool } from '@hearth/threads';
import type { TraceLog, TraceState } from './trace-log.rules.js';

const LIMITS = { deadlineMs: 5000, memoryMb: 256 };

/** Renders traces in worker threads with bounds on time and memory: their jobs decide what rendering costs. */
@Injectable()
export class TraceThreads implements OnApplicationShutdown {
  private readonly pool = new ThreadPool({ program: new URL('./trace-thread.js', import.meta.url), ...LIMITS });

  onApplicationShutdown(): Promise<void> {
    return this.pool.close();
  }

  /**
   * @param caller on whose behalf, as a key of the queue
   * @returns undefined for a text that exceeds the limits
   * @throws ThreadsBusy
   */
  async render(text: string, from: TraceState, caller: string): Promise<TraceLog | undefined> {
    if (text === '') return { ...from, pieces: [] };
    try {
      return await this.pool.run<TraceLog>('render', { text, from }, caller);
    } catch (error) {
      if (error instanceof ThreadFailed) return undefined;
      throw error;
    }
  }
}

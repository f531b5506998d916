import { crc32 } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { isOnRunner } from '../builds/build-status.rules.js';
import type { CalledBuild } from '../builds/builds.store.js';
import { FinishJob } from '../builds/finish.js';
import { TraceRangeWrong } from '../refusals.js';
import { TracesStore } from './traces.store.js';

/** Most bytes of a trace: a job with more output fails. */
export const LARGEST_TRACE = 100 * 1024 * 1024;

/** Appends output to the trace of a job. */
@Injectable()
export class AppendTrace {
  constructor(
    private readonly db: Database,
    private readonly tracesStore: TracesStore,
    private readonly finishJob: FinishJob,
  ) {}

  /**
   * Drops the output of a job that has ended.
   * @returns the size of the trace, and the job's status
   * @throws TraceRangeWrong when the trace does not end at `start`
   */
  async execute(build: CalledBuild, start: number, content: Buffer): Promise<{ size: number; status: string }> {
    if (!isOnRunner(build.status))
      return { size: await this.tracesStore.size(this.db, build.id), status: build.status };
    if (start + content.length > LARGEST_TRACE) {
      await this.finishJob.fail({ ...build, retries: 0 }, { reason: 'script_failure', exitCode: null });
      return {
        size: await this.tracesStore.size(this.db, build.id),
        status: build.status === 'canceling' ? 'canceled' : 'failed',
      };
    }
    const isEmpty = content.length === 0;
    if (!isEmpty && (await this.append(build, start, content)))
      return { size: start + content.length, status: build.status };
    const size = await this.tracesStore.size(this.db, build.id);
    if (size !== start || !isEmpty) throw TraceRangeWrong({ size, status: build.status });
    return { size, status: build.status };
  }

  private append({ id, traceChecksum: before }: CalledBuild, start: number, content: Buffer) {
    const after = before === null ? null : crc32(content, before);
    return this.db.tx((tx) => this.tracesStore.append(tx, id, { start, content }, { before, after }));
  }
}

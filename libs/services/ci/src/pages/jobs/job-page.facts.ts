import { Injectable } from '@nestjs/common';
import { may } from '@hearth/access';
import type { Principal, ProjectAccess, ProjectId } from '@hearth/contract-kit';
import type { PipelineStatus } from '@hearth/ci-contracts';
import { Database } from '@hearth/data';
import { ThreadsBusy } from '@hearth/threads';
import { abilities } from '../../abilities.js';
import { mayDownload as isDownloadable } from '../../artifacts/access.rules.js';
import { BuildAccessFacts } from '../../builds/build-access.facts.js';
import { isRetryable } from '../../builds/build-status.rules.js';
import { BuildsFinder } from '../../builds/builds.finder.js';
import { BuildFacts, type BuildFact } from '../../builds/build.facts.js';
import { JobNotFound } from '../../refusals.js';
import { TracePartFacts, type TracePart } from '../../traces/trace-part.facts.js';
import { completeLines, traceHtml, type TraceLog, type TraceState } from './trace-log.rules.js';
import { TraceThreads } from './trace-threads.js';

/** Bytes and lines of a trace that a page shows: the last ones. */
const MOST = 1024 * 1024;
const MOST_LINES = 20_000;
/** Bytes that one request for new lines returns. */
const MOST_NEW = 128 * 1024;
const BEGINNING: TraceState = { line: 1, style: '' };

/** End of a trace as a page shows it. */
export interface ShownTrace extends TraceState {
  /** HTML with colours and sections; null when it costs too much to render. */
  readonly html: string | null;
  /** The same without colours. */
  readonly text: string;
  /** Whether earlier lines are left out. */
  readonly isCut: boolean;
  /** Offset after the shown lines. */
  readonly offset: number;
}

/** Job with the data of its page. */
export interface JobPageFact extends BuildFact {
  readonly trace: ShownTrace;
  /** Whether the caller may change the job. */
  readonly mayChange: boolean;
  /** Whether the caller may end it without its runner. */
  readonly mayForce: boolean;
  /** Whether the caller may download its artifacts. */
  readonly mayDownload: boolean;
}

/** Lines that a job has written since an offset. */
export interface NewLines extends TraceLog {
  readonly status: PipelineStatus;
  readonly offset: number;
}

/** Reads for the pages of jobs. */
@Injectable()
export class JobPageFacts {
  constructor(
    private readonly db: Database,
    private readonly buildsFinder: BuildsFinder,
    private readonly buildFacts: BuildFacts,
    private readonly buildAccessFacts: BuildAccessFacts,
    private readonly tracePartFacts: TracePartFacts,
    private readonly traceThreads: TraceThreads,
  ) {}

  /** @throws JobNotFound */
  async one(access: ProjectAccess, id: number, caller: Principal): Promise<JobPageFact> {
    const fact = await this.buildFacts.one(access.project.id, id);
    const { ref, tag, sourceBranch, status } = fact.build;
    const [part, mayChange] = await Promise.all([
      this.tracePartFacts.end(id, MOST),
      may(abilities.updateBuild, access, caller) &&
        this.buildAccessFacts.mayUse(access, { ref: sourceBranch ?? ref, tag }),
    ]);
    const mayDownload = isDownloadable(fact.build.artifactsAccess, { project: access, caller: { principal: caller } });
    const mayForce = mayChange && may(abilities.adminBuild, access, caller);
    return { ...fact, trace: await this.shown(part, isRetryable(status), caller), mayChange, mayForce, mayDownload };
  }

  /**
   * Returns the complete lines of a job from an offset on.
   * @throws JobNotFound
   */
  async linesFrom(
    projectId: ProjectId,
    id: number,
    { offset, ...from }: TraceState & { readonly offset: number },
    caller: Principal,
  ): Promise<NewLines> {
    const build = await this.buildsFinder.find(this.db, projectId, id);
    if (!build) throw JobNotFound();
    const { status } = build;
    const { content } = await this.tracePartFacts.from(id, offset, MOST_NEW);
    const isAll = content.length === MOST_NEW ? !content.includes('\n') : isRetryable(status);
    const { lines, end } = completeLines(content, { isFromMiddle: false, isAll, mostLines: MOST_NEW });
    try {
      const log = await this.traceThreads.render(lines.toString(), from, String(caller.userId));
      return { ...(log ?? { ...from, pieces: [] }), status, offset: offset + end };
    } catch (error) {
      if (error instanceof ThreadsBusy) return { ...from, pieces: [], status, offset };
      throw error;
    }
  }

  private async shown({ start, content }: TracePart, isAll: boolean, caller: Principal): Promise<ShownTrace> {
    const { lines, end, isCut } = completeLines(content, { isFromMiddle: start > 0, isAll, mostLines: MOST_LINES });
    const text = lines.toString();
    const log = await this.rendered(text, caller);
    const { line, style } = log ?? BEGINNING;
    return { html: log ? traceHtml(log.pieces) : null, text, isCut, offset: start + end, line, style };
  }

  /** Returns undefined for a text that cannot be rendered, or not now. */
  private async rendered(text: string, { userId }: Principal): Promise<TraceLog | undefined> {
    try {
      return await this.traceThreads.render(text, BEGINNING, String(userId));
    } catch (error) {
      if (error instanceof ThreadsBusy) return undefined;
      throw error;
    }
  }
}

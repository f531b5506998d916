import { Injectable, Logger } from '@nestjs/common';
import { Refusal, type Caller } from '@hearth/contract-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServeLfsLocks } from '../lfs-locks/serve-lfs-locks.js';
import { NoGitSlot } from '../git-http/git-slots.js';
import { LfsAdmission, type AdmittedLfs } from './lfs-admission.js';
import {
  LFS_BUSY,
  LFS_INVALID,
  LFS_NOT_FOUND,
  answerLfs,
  lfsBodyOf,
  refuseLfs,
  type LfsRefusal,
} from './lfs-answers.js';
import { LfsBatchFacts, refusalOfBatch } from './lfs-batch.facts.js';
import { LfsBatch, LfsVerification, type LfsPointer } from './lfs-batch.params.js';
import { LfsContentFacts } from './lfs-content.facts.js';
import type { LfsRequest, LfsUse } from './lfs-request.rules.js';
import { UploadLfsObject } from './upload.js';

/** Uses by kind of request. A client verifies the locks before each push. */
const USES: Readonly<Record<Exclude<LfsRequest['kind'], 'batch'>, LfsUse>> = {
  ...{ download: 'download', locks: 'download' },
  ...{ upload: 'upload', verify: 'upload', 'verify-locks': 'upload' },
  ...{ lock: 'lock', unlock: 'lock' },
};

/** A request with its two ends. */
interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly caller: Caller;
}

/** Serves git LFS over HTTP. */
@Injectable()
export class ServeLfs {
  private readonly logger = new Logger(ServeLfs.name);

  constructor(
    private readonly lfsAdmission: LfsAdmission,
    private readonly lfsBatchFacts: LfsBatchFacts,
    private readonly lfsContentFacts: LfsContentFacts,
    private readonly uploadLfsObject: UploadLfsObject,
    private readonly serveLfsLocks: ServeLfsLocks,
  ) {}

  /** Answers a request. Errors become a response in the form of git LFS. */
  async execute(asked: LfsRequest, exchange: Exchange): Promise<void> {
    const { request, reply } = exchange;
    try {
      await this.answer(asked, exchange);
    } catch (error) {
      const refusal = failureOf(error);
      if (refusal.status === 500 && !request.signal.aborted)
        this.logger.error(`${request.id} ${request.method} ${request.url}: ${(error as Error).stack}`);
      refuseLfs(reply, refusal);
    }
  }

  private async answer(asked: LfsRequest, exchange: Exchange): Promise<void> {
    if (asked.kind === 'batch') return this.batch(asked.project, exchange);
    const admitted = await this.admit(asked.project, USES[asked.kind], exchange);
    if (!admitted) return;
    switch (asked.kind) {
      case 'download':
        return this.download(admitted, asked.oid, exchange);
      case 'upload':
        return this.upload(admitted, asked, exchange);
      case 'verify':
        return this.verify(admitted, exchange);
      default:
        return this.serveLfsLocks.execute(asked, admitted, exchange.request, exchange.reply);
    }
  }

  /** Returns undefined after the request has been refused or redirected. */
  private async admit(
    project: string,
    use: LfsUse,
    { request, reply, caller }: Exchange,
  ): Promise<AdmittedLfs | undefined> {
    const admitted = await this.lfsAdmission.admit(project, use, caller);
    if ('access' in admitted) return admitted;
    if ('status' in admitted) refuseLfs(reply, admitted);
    else {
      const end = request.url.slice(request.url.indexOf('.git/'));
      void reply.redirect(`${caller.baseUrl}/${admitted.movedTo}${end}`, 308);
    }
    return undefined;
  }

  private async batch(project: string, exchange: Exchange): Promise<void> {
    const { reply } = exchange;
    const batch = await lfsBodyOf(exchange.request, LfsBatch);
    // An anonymous client is asked for a credential first, whatever it has sent.
    const admitted = await this.admit(project, batch?.operation ?? 'download', exchange);
    if (!admitted) return;
    if (!batch) return refuseLfs(reply, LFS_INVALID);
    const answer = refusalOfBatch(batch) ?? (await this.lfsBatchFacts.answer(admitted, batch));
    if ('status' in answer) refuseLfs(reply, answer);
    else answerLfs(reply, answer);
  }

  private async download(admitted: AdmittedLfs, oid: string, { request, reply }: Exchange): Promise<void> {
    const answer = await this.lfsContentFacts.open(admitted, oid, request.headers.range);
    if (!('content' in answer)) return refuseLfs(reply, answer);
    const { status, headers, content } = answer;
    void reply.code(status).headers(headers).send(content);
  }

  private async upload(admitted: AdmittedLfs, pointer: LfsPointer, { request, reply }: Exchange): Promise<void> {
    const refusal = await this.uploadLfsObject.execute(admitted, pointer, request.raw, request.signal);
    if (refusal) refuseLfs(reply, refusal);
    else void reply.code(200).send();
  }

  private async verify(admitted: AdmittedLfs, { request, reply }: Exchange): Promise<void> {
    const pointer = await lfsBodyOf(request, LfsVerification);
    if (!pointer) return refuseLfs(reply, LFS_INVALID);
    if (!(await this.lfsContentFacts.has(admitted, pointer))) return refuseLfs(reply, LFS_NOT_FOUND);
    void reply.code(200).send();
  }
}

function failureOf(error: unknown): LfsRefusal {
  if (error instanceof NoGitSlot) return LFS_BUSY;
  if (error instanceof Refusal) return { status: error.status, message: error.message };
  return { status: 500, message: 'The request failed. Please try again.' };
}

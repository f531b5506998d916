import { Injectable } from '@nestjs/common';
import type { AdmittedLfs } from '../lfs/lfs-admission.js';
import { LFS_INVALID, answerLfs, lfsBodyOf, refuseLfs } from '../lfs/lfs-answers.js';
import type { LfsLocksRequest } from '../lfs/lfs-request.rules.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PlaceRepository } from '../repositories/place-repository.js';
import { LfsLocksQuery, LfsLocksVerification, LfsUnlock, NewLfsLock } from './lfs-lock.params.js';
import { presentLfsLock, presentLfsLocks, presentLfsLocksOf } from './lfs-lock.view.js';
import { LfsLocksFacts } from './lfs-locks.facts.js';
import { LockLfsFile } from './lock.js';
import { UnlockLfsFile } from './unlock.js';

const CREATED = 201;
const CONFLICT = 409;

/** Serves the locking API of git LFS. */
@Injectable()
export class ServeLfsLocks {
  constructor(
    private readonly lfsLocksFacts: LfsLocksFacts,
    private readonly lockLfsFile: LockLfsFile,
    private readonly unlockLfsFile: UnlockLfsFile,
    private readonly placeRepository: PlaceRepository,
  ) {}

  /** Answers an admitted request. */
  async execute(
    asked: LfsLocksRequest,
    { access, caller }: AdmittedLfs,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const { id: projectId } = access.project;
    switch (asked.kind) {
      case 'locks': {
        const query = LfsLocksQuery.safeParse(request.query).data;
        if (!query) return refuseLfs(reply, LFS_INVALID);
        const isOne = query.path !== undefined || query.id !== undefined;
        const page = isOne ? this.lfsLocksFacts.only(projectId, query) : this.lfsLocksFacts.page(projectId, query);
        return answerLfs(reply, presentLfsLocks(await page));
      }
      case 'verify-locks': {
        const body = await lfsBodyOf(request, LfsLocksVerification);
        if (!body) return refuseLfs(reply, LFS_INVALID);
        const page = await this.lfsLocksFacts.page(projectId, body);
        return answerLfs(reply, presentLfsLocksOf(caller.principal!.userId, page));
      }
      case 'lock': {
        const body = await lfsBodyOf(request, NewLfsLock);
        if (!body) return refuseLfs(reply, LFS_INVALID);
        await this.placeRepository.execute(projectId);
        const made = await this.lockLfsFile.execute(projectId, body.path, caller.principal!.userId);
        if (!('lock' in made)) return refuseLfs(reply, made);
        const lock = presentLfsLock(await this.lfsLocksFacts.of(made.lock));
        if (made.isNew) return answerLfs(reply, { lock }, CREATED);
        return answerLfs(reply, { lock, message: 'already locked' }, CONFLICT);
      }
      case 'unlock': {
        const body = await lfsBodyOf(request, LfsUnlock);
        if (!body) return refuseLfs(reply, LFS_INVALID);
        const ended = await this.unlockLfsFile.execute(access, asked.id, body.force, caller.principal!);
        if ('status' in ended) return refuseLfs(reply, ended);
        return answerLfs(reply, { lock: presentLfsLock(await this.lfsLocksFacts.of(ended)) });
      }
    }
  }
}

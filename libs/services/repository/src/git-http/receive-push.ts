import type { Readable, Writable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { byteSizeText } from '@hearth/config';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { Git } from '../git/git.js';
import type { QuarantinedPush, PushOutcome } from '../git/transport/push-checks.js';
import type { RefUpdate } from '../git/transport/push-refs.rules.js';
import type { PushVerdict } from '../git/transport/push-hook.js';
import type { RefChange } from '../journal/ref-changes.store.js';
import { RefJournal } from '../journal/ref-journal.js';
import { PUSH_REFUSALS, requiresFastForward, refusalOfPush, type PushRights } from '../protection/push.rules.js';
import type { RepositoryAt } from '../repositories/ensure-repository.js';
import { WriteLocks, type Turn } from '../repositories/write-locks.js';
import { PushRightsFacts } from './push-rights.facts.js';
import { PushSizeFacts, type PushRoom } from './push-size.facts.js';

const STORAGE_FULL =
  'The server has too little disk space left to take this push. Nothing has changed; please try again later.';

/** Who pushes where. */
export interface Pusher {
  readonly repository: RepositoryAt;
  readonly principal: Principal;
  /** As it was found at the beginning of the request. */
  readonly access: ProjectAccess;
}

/** The two ends of the connection. */
export interface PushStreams {
  readonly body: Readable;
  readonly contentEncoding?: string;
  readonly response: Writable;
  readonly signal: AbortSignal;
}

/** What a push holds from the moment in which git may move refs until it is settled. */
interface Hold {
  readonly turn: Turn;
  readonly changes: RefChange[];
}

/** Takes a push: checks it, writes it down, lets git move the refs, and settles it before the client hears of it. */
@Injectable()
export class ReceivePush {
  constructor(
    private readonly git: Git,
    private readonly pushRightsFacts: PushRightsFacts,
    private readonly pushSizeFacts: PushSizeFacts,
    private readonly writers: WriteLocks,
    private readonly journal: RefJournal,
  ) {}

  /** Serves one push to its end; fails as {@link Git.receivePack} does. */
  async execute(pusher: Pusher, streams: PushStreams): Promise<PushOutcome> {
    const { repository, principal } = pusher;
    let hold: Hold | undefined;
    let announced: PushRights | undefined;
    // Asked while the commands arrive; whoever needs an answer awaits it.
    const room = this.pushSizeFacts.roomIn(repository);
    const rights = this.pushRightsFacts.of(repository, pusher.access, principal);
    for (const asked of [room, rights]) asked.catch(() => undefined);
    try {
      const outcome = await this.git.receivePack(
        repository.path,
        {
          ...streams,
          maxPackBytes: room.then(({ bytes }) => bytes),
          committer: { name: principal.name, email: principal.email },
        },
        {
          checkCommands: async ({ updates }) => {
            announced = await rights;
            const refusal = refusalOfPush(updates, announced) ?? this.refusalOfSize(updates, await room);
            return verdict(refusal ?? (await this.refusalOfNames(repository, updates)));
          },
          beforeRefsMove: async (push) => {
            const taken = await this.take(pusher, forwardChecks(push, announced!), streams.signal);
            if ('refuse' in taken) return taken;
            hold = taken;
            return { accept: true };
          },
          settle: (moved) => this.journal.settle(repository, hold!.changes, moved),
        },
      );
      if (outcome.kind === 'settled') this.git.commitGraphs.writeSoon(repository.path);
      return outcome;
    } finally {
      hold?.turn.end();
    }
  }

  /** Takes the repository's turn and writes the push down, unless it is refused. */
  private async take(
    { repository, principal }: Pusher,
    push: QuarantinedPush,
    signal: AbortSignal,
  ): Promise<Hold | { refuse: string }> {
    const turn = await this.writers.turn(repository.projectId, { signal });
    try {
      const refusal = await this.refusalOf(repository, principal, push);
      if (refusal !== null) {
        turn.end();
        return { refuse: refusal };
      }
      const attempt = { userId: principal.userId, via: 'http' as const, moves: push.updates };
      return { turn, changes: await this.journal.prepare(repository, attempt) };
    } catch (error) {
      turn.end();
      throw error;
    }
  }

  private async refusalOf(
    repository: RepositoryAt,
    principal: Principal,
    push: QuarantinedPush,
  ): Promise<string | null> {
    const rights = await this.pushRightsFacts.again(repository, principal);
    const refusal = refusalOfPush(push.updates, rights);
    if (refusal !== null) return refusal;
    for (const update of push.updates.filter((each) => requiresFastForward(each, rights))) {
      if (!(await push.isFastForward(update))) return PUSH_REFUSALS.forcePushProtectedBranch;
    }
    // Asked again: another push may have made such a ref meanwhile.
    return this.refusalOfNames(repository, push.updates);
  }

  /** A full repository, and a full storage, still take deletions. */
  private refusalOfSize(updates: readonly RefUpdate[], { exhausted }: PushRoom): string | null {
    if (exhausted === null || updates.every(({ to }) => to === null)) return null;
    if (exhausted === 'storage') return STORAGE_FULL;
    return `The repository has reached its size limit of ${byteSizeText(this.pushSizeFacts.repositoryLimit)}.`;
  }

  /** Where file names ignore case, two refs that differ only in it would be one. */
  private async refusalOfNames({ path }: RepositoryAt, updates: readonly RefUpdate[]): Promise<string | null> {
    const wanted = updates.flatMap(({ ref, to }) => (to === null ? [] : [ref]));
    const conflict = await this.git.refs.caseConflict(path, wanted);
    return conflict && `The name ${conflict.ref} differs only in case from ${conflict.taken}, which is there already.`;
  }
}

/**
 * The push with its checks for force pushes under way: those that will be needed unless the rules change within this moment. They cost a
 * process each, and so wait for nothing else.
 */
function forwardChecks(push: QuarantinedPush, rights: PushRights): QuarantinedPush {
  const begun = new Map(
    push.updates
      .filter((update) => requiresFastForward(update, rights))
      .map((update) => [update, push.isFastForward(update)]),
  );
  // Whoever needs one awaits it; where nobody does, nobody need hear that it failed.
  for (const check of begun.values()) check.catch(() => undefined);
  return { ...push, isFastForward: (update) => begun.get(update) ?? push.isFastForward(update) };
}

function verdict(refusal: string | null): PushVerdict {
  return refusal === null ? { accept: true } : { refuse: refusal };
}

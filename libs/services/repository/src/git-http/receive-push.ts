import type { Readable, Writable } from 'node:stream';
import { Injectable, Logger } from '@nestjs/common';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { Git } from '../git/git.js';
import type { ArrivedPush, PushOutcome } from '../git/transport/push-checks.js';
import type { PushVerdict } from '../git/transport/push-hook.js';
import type { RefChange } from '../journal/ref-changes.store.js';
import { RefJournal } from '../journal/ref-journal.js';
import { PUSH_REFUSALS, mustFastForward, refusalOfPush, type PushRights } from '../protection/push.rules.js';
import type { RepositoryAt } from '../repositories/ensure-repository.js';
import { Writers, type Turn } from '../repositories/writers.js';
import { PushRightsFacts } from './push-rights.facts.js';

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
  private readonly logger = new Logger(ReceivePush.name);

  constructor(
    private readonly git: Git,
    private readonly rights: PushRightsFacts,
    private readonly writers: Writers,
    private readonly journal: RefJournal,
  ) {}

  /** Serves one push to its end; fails as {@link Git.receivePack} does. */
  async execute(pusher: Pusher, streams: PushStreams): Promise<PushOutcome> {
    const { repository, principal } = pusher;
    let hold: Hold | undefined;
    let announced: PushRights | undefined;
    try {
      const outcome = await this.git.receivePack(
        repository.path,
        { ...streams, committer: { name: principal.name, email: principal.email } },
        {
          checkCommands: async ({ updates }) => {
            announced = await this.rights.of(repository, pusher.access, principal);
            return verdict(refusalOfPush(updates, announced));
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
      if (outcome.kind === 'settled') this.keepCommitGraph(repository);
      return outcome;
    } finally {
      hold?.turn.end();
    }
  }

  /** Takes the repository's turn and writes the push down, unless it is refused. */
  private async take(
    { repository, principal }: Pusher,
    push: ArrivedPush,
    signal: AbortSignal,
  ): Promise<Hold | { refuse: string }> {
    const turn = await this.writers.turn(repository.projectId, { signal });
    try {
      const refusal = await this.refusalOf(repository, principal, push);
      if (refusal !== null) {
        turn.end();
        return { refuse: refusal };
      }
      const attempt = { userId: principal.userId, moves: push.updates };
      return { turn, changes: await this.journal.prepare(repository, attempt) };
    } catch (error) {
      turn.end();
      throw error;
    }
  }

  private async refusalOf(repository: RepositoryAt, principal: Principal, push: ArrivedPush): Promise<string | null> {
    const rights = await this.rights.again(repository, principal);
    const refusal = refusalOfPush(push.updates, rights);
    if (refusal !== null) return refusal;
    for (const update of push.updates.filter((each) => mustFastForward(each, rights))) {
      if (!(await push.isFastForward(update))) return PUSH_REFUSALS.forcePushProtectedBranch;
    }
    return null;
  }

  /** Behind the answer: reads are right without it, only slower. */
  private keepCommitGraph({ projectId, path }: RepositoryAt): void {
    this.git.commitGraphs.writeSoon(path, (error) => {
      this.logger.warn(`could not write the commit-graph of project ${projectId}: ${(error as Error).message}`);
    });
  }
}

/**
 * The push with its checks for force pushes under way: those that will be needed unless the rules change within this moment. They cost a
 * process each, and so wait for nothing else.
 */
function forwardChecks(push: ArrivedPush, rights: PushRights): ArrivedPush {
  const begun = new Map(
    push.updates
      .filter((update) => mustFastForward(update, rights))
      .map((update) => [update, push.isFastForward(update)]),
  );
  // Whoever needs one awaits it; where nobody does, nobody need hear that it failed.
  for (const check of begun.values()) check.catch(() => undefined);
  return { ...push, isFastForward: (update) => begun.get(update) ?? push.isFastForward(update) };
}

function verdict(refusal: string | null): PushVerdict {
  return refusal === null ? { accept: true } : { refuse: refusal };
}

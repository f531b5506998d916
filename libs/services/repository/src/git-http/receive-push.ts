import type { Readable, Writable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { Git } from '../git/git.js';
import { branchOfRef } from '../git/refs/ref-name.js';
import type { AdvertisementRequest } from '../git/transport/advertise.js';
import type { ProposedPush, PushOutcome, QuarantinedPush } from '../git/transport/push-checks.js';
import type { RefUpdate } from '../git/transport/push-refs.rules.js';
import type { PushVerdict } from '../git/transport/push-hook.js';
import type { RefChange, RefChangeVia } from '../journal/ref-changes.store.js';
import { RefJournal } from '../journal/ref-journal.js';
import { LockedFilesFacts } from '../lfs-locks/locked-files.facts.js';
import { PUSH_REFUSALS, requiresFastForward, refusalOfPush, type PushRights } from '../protection/push.rules.js';
import { NoCopyReachable, StorageInMaintenance } from '../refusals.js';
import type { RepositoryAt } from '../repositories/ensure-repository.js';
import { WriteLocks, type HeldLock } from '../repositories/write-locks.js';
import { IN_MAINTENANCE } from './git-access.rules.js';
import { performedOptions, refusalOfOptions } from './push-options.rules.js';
import { PushLinksFacts } from './push-links.facts.js';
import { PushRightsFacts } from './push-rights.facts.js';
import { PushSizeFacts, type PushRoom } from './push-size.facts.js';
import { sizeLimitText } from './size-limit.rules.js';

const STORAGE_FULL =
  'The server has too little disk space left to take this push. Nothing has changed; please try again later.';

const NO_COPY = 'No copy of the repository can be reached. Nothing has changed; please try again later.';

/** Caller and target of a push. */
export interface Pusher {
  readonly repository: RepositoryAt;
  readonly principal: Principal;
  readonly via: RefChangeVia;
  /** Scheme, host and port of the addresses that the client prints. */
  readonly baseUrl: string;
  /** As found at the beginning of the request. */
  readonly access: ProjectAccess;
}

/** The two ends of the connection. */
export interface PushStreams {
  readonly body: Readable;
  readonly contentEncoding?: string;
  readonly response: Writable;
  /** See {@link PushRequest.stateful}. */
  readonly stateful?: boolean;
  readonly signal: AbortSignal;
}

/** Lock and journal rows of a push, from before git may move refs until the push is settled. */
interface Hold {
  readonly lock: HeldLock;
  readonly changes: RefChange[];
}

/** Handles a push: checks it, records it in the journal, lets git move the refs, and settles it before the client gets its response. */
@Injectable()
export class ReceivePush {
  constructor(
    private readonly git: Git,
    private readonly pushRightsFacts: PushRightsFacts,
    private readonly pushSizeFacts: PushSizeFacts,
    private readonly lockedFilesFacts: LockedFilesFacts,
    private readonly pushLinksFacts: PushLinksFacts,
    private readonly writers: WriteLocks,
    private readonly journal: RefJournal,
  ) {}

  /**
   * Sends the refs to a client that is about to push. A client that finds its commits there counts them as pushed, so open changes are settled before.
   * @throws NotCopied, RepositoryBusy, and as {@link Git.advertise} does
   */
  async advertise(repository: RepositoryAt, request: AdvertisementRequest): Promise<void> {
    const beforeSending = () => this.settleOpen(repository);
    await this.git.advertise(repository.path, 'git-receive-pack', { ...request, beforeSending });
  }

  /** Serves one push to its end; fails as {@link Git.receivePack} does. */
  async execute(pusher: Pusher, streams: PushStreams): Promise<PushOutcome> {
    const { repository, principal } = pusher;
    let hold: Hold | undefined;
    let announced: PushRights | undefined;
    let options: readonly string[] = [];
    let message: Promise<readonly string[]> | undefined;
    const isByDeployKey = principal.credential.deployKeyId !== undefined;
    // Read while the commands arrive, and awaited where the result is needed.
    const room = this.pushSizeFacts.roomIn(repository, pusher.access);
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
          checkCommands: async ({ updates, options: given }) => {
            announced = await rights;
            options = performedOptions(given);
            const refusal =
              refusalOfPush(updates, announced) ??
              refusalOfOptions({ options: given, updates, isByDeployKey }) ??
              this.refusalOfSize(updates, await room);
            const decided = verdict(refusal ?? (await this.refusalOfNames(repository, updates)));
            if ('accept' in decided) {
              message = this.pushLinksFacts.of(pusher, { updates, options: given }, announced);
              // A push that ends before its refs move does not await it.
              message.catch(() => undefined);
            }
            return decided;
          },
          beforeRefsMove: async (push) => {
            const locked = await this.refusalOfLocked(pusher, push, streams.signal);
            if (locked !== null) return { refuse: locked };
            const lines = await message;
            const taken = await this.take(pusher, { ...forwardChecks(push, announced!), options }, streams.signal);
            if ('refuse' in taken) return taken;
            hold = taken;
            return { accept: true, message: lines };
          },
          settle: (moved) => this.journal.settle(repository, hold!.changes, moved),
        },
      );
      if (outcome.kind === 'settled') this.git.commitGraphs.writeSoon(repository.path);
      return outcome;
    } finally {
      hold?.lock.release();
    }
  }

  private async settleOpen(repository: RepositoryAt): Promise<void> {
    if (await this.journal.hasOpen(repository.projectId))
      await this.writers.during(repository.projectId, () => this.journal.settleOpen(repository));
  }

  /** Acquires the repository's write lock and records the push, unless it is refused. */
  private async take(
    { repository, principal, via }: Pusher,
    push: QuarantinedPush & Pick<ProposedPush, 'options'>,
    signal: AbortSignal,
  ): Promise<Hold | { refuse: string }> {
    const lock = await this.writers.acquire(repository.projectId, { signal });
    try {
      const refusal = await this.refusalOf(repository, principal, push);
      if (refusal !== null) {
        lock.release();
        return { refuse: refusal };
      }
      const attempt = { userId: principal.userId, via, options: push.options, moves: push.updates };
      return { lock, changes: await this.journal.prepare(repository, attempt) };
    } catch (error) {
      lock.release();
      if (NoCopyReachable.is(error)) return { refuse: NO_COPY };
      if (StorageInMaintenance.is(error)) return { refuse: IN_MAINTENANCE.text };
      throw error;
    }
  }

  private async refusalOf(
    repository: RepositoryAt,
    principal: Principal,
    push: QuarantinedPush,
  ): Promise<string | null> {
    const [branch, ...others] = push.updates.map(({ ref }) => branchOfRef(ref) ?? undefined);
    const only = others.length === 0 ? branch : undefined;
    const rights = await this.pushRightsFacts.again(repository, principal, only);
    const refusal = refusalOfPush(push.updates, rights);
    if (refusal !== null) return refusal;
    for (const update of push.updates.filter((each) => requiresFastForward(each, rights))) {
      if (!(await push.isFastForward(update))) return PUSH_REFUSALS.forcePushProtectedBranch;
    }
    // Checked again: another push may have created such a ref in the meantime.
    return this.refusalOfNames(repository, push.updates);
  }

  /** Before the write lock, since all new commits are read. A file that is locked in the meantime counts for the next push. */
  private refusalOfLocked(
    { access, principal, repository }: Pusher,
    { updates, quarantine }: QuarantinedPush,
    signal: AbortSignal,
  ): Promise<string | null> {
    const tips = updates.flatMap(({ to }) => to ?? []);
    return this.lockedFilesFacts.refusalOf({
      access,
      principal,
      repository: repository.path,
      tips,
      quarantine,
      signal,
    });
  }

  /** A full repository, namespace or storage still accepts deletions. */
  private refusalOfSize(updates: readonly RefUpdate[], { exhausted, limit }: PushRoom): string | null {
    if (exhausted === null || updates.every(({ to }) => to === null)) return null;
    if (exhausted === 'storage') return STORAGE_FULL;
    return sizeLimitText(limit);
  }

  /** On a file system that ignores case, two refs that differ only in case would be one file. */
  private async refusalOfNames({ path }: RepositoryAt, updates: readonly RefUpdate[]): Promise<string | null> {
    const wanted = updates.flatMap(({ ref, to }) => (to === null ? [] : [ref]));
    const conflict = await this.git.refs.caseConflict(path, wanted);
    return conflict && `The name ${conflict.ref} differs only in case from ${conflict.taken}, which is there already.`;
  }
}

/** Returns the push with its force-push checks started: those that the present rules require. Each costs a process, so they start early. */
function forwardChecks(push: QuarantinedPush, rights: PushRights): QuarantinedPush {
  const begun = new Map(
    push.updates
      .filter((update) => requiresFastForward(update, rights))
      .map((update) => [update, push.isFastForward(update)]),
  );
  // Each check is awaited where it is needed. The failure of one that is not needed is ignored.
  for (const check of begun.values()) check.catch(() => undefined);
  return { ...push, isFastForward: (update) => begun.get(update) ?? push.isFastForward(update) };
}

function verdict(refusal: string | null): PushVerdict {
  return refusal === null ? { accept: true } : { refuse: refusal };
}

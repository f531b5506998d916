import { Injectable } from '@nestjs/common';
import type { Caller, ProjectAccess } from '@hearth/contract-kit';
import { isStorableText } from '@hearth/data';
import type { GitService } from '../git/transport/advertise.js';
import { RepositoryBusy } from '../refusals.js';
import { EnsureRepository, type FoundRepository } from '../repositories/ensure-repository.js';
import { RepositoryFacts } from '../repositories/repository.facts.js';
import { PushGate } from '../repositories/push-gate.js';
import { Storages } from '../storages/storages.js';
import {
  IN_MAINTENANCE,
  NO_PUSH,
  STOPPING,
  UNFINISHED,
  refusalOfAccess,
  refusalOfCaller,
  type GitRefusal,
} from './git-access.rules.js';
import { GitAccessFacts } from './git-access.facts.js';
import { GitSlots } from './git-slots.js';
import { MovedProjectFacts } from './moved-project.facts.js';
import { Transfers } from './transfers.js';

/** Use of a repository by a git client. */
export interface GitUse {
  /** `git-receive-pack` for everything that needs the right to push. */
  readonly service: GitService;
  /** Full path of the project. */
  readonly project: string;
  /** Whether refs may move: such a use waits while the repository is being moved to another storage. */
  readonly pushes: boolean;
  /** Whether the client can be sent to the present path of a project that has moved. */
  readonly follows: boolean;
  /** Whether a copy of the repository will do, which may lack the newest changes. */
  readonly readsCopies: boolean;
}

/** A use that passed every check. */
export interface Admitted {
  readonly caller: Caller;
  readonly access: ProjectAccess;
  readonly repository: FoundRepository;
  /** Must be called at the end; {@link GitAdmission.run} does. */
  readonly leave: () => void;
}

/** The project has moved; `movedTo` is its present full path. */
export interface Moved {
  readonly movedTo: string;
}

/** Decides whether a git client may use a repository now, whatever the protocol. */
@Injectable()
export class GitAdmission {
  constructor(
    private readonly gitAccessFacts: GitAccessFacts,
    private readonly movedProjectFacts: MovedProjectFacts,
    private readonly ensureRepository: EnsureRepository,
    private readonly repositoryFacts: RepositoryFacts,
    private readonly transfers: Transfers,
    private readonly gitSlots: GitSlots,
    private readonly pushGate: PushGate,
    private readonly storages: Storages,
  ) {}

  /** @throws WrongStorage when another process owns the storage */
  async admit(use: GitUse, caller: Caller): Promise<Admitted | Moved | GitRefusal> {
    const { service, project } = use;
    const refused = refusalOfCaller(service, caller.principal);
    if (refused) return refused;
    const access = isStorableText(project) ? await this.gitAccessFacts.of({ path: project }, caller.principal) : null;
    const now = access === null && use.follows ? await this.pathNow(project, caller) : null;
    if (now !== null) return { movedTo: now };
    const denied = refusalOfAccess(service, caller.principal, access);
    const mayBeExempt = denied === NO_PUSH;
    if (denied && !(mayBeExempt && (await this.gitAccessFacts.collaborates(access!, caller.principal!)))) return denied;
    if (this.transfers.stopping) return STOPPING;
    if (access!.project.importing && service === 'git-receive-pack') return UNFINISHED;
    return this.enter(use, caller, access!);
  }

  /**
   * Runs an admitted use in a slot, and ends it.
   * @param gone aborted when the client has gone: it then waits for no slot any more
   * @param work its signal ends it when the process closes
   * @throws NoGitSlot, or what `work` throws
   */
  run<T>(admitted: Admitted, gone: AbortSignal, work: (ending: AbortSignal) => Promise<T>): Promise<T> {
    return this.handOver(admitted, gone, async (ending, release) => {
      try {
        return await work(ending);
      } finally {
        release();
      }
    });
  }

  /** Like {@link run}, for work that has the slot for longer or shorter than it takes: it must call `release` once. */
  async handOver<T>(
    { caller, access, leave }: Admitted,
    gone: AbortSignal,
    work: (ending: AbortSignal, release: () => void) => Promise<T>,
  ): Promise<T> {
    try {
      return await this.transfers.run(async (ending) => {
        const release = await this.gitSlots.take(caller, access.project.id, AbortSignal.any([ending, gone]));
        return work(ending, release);
      });
    } finally {
      leave();
    }
  }

  /** Finds the repository. A push waits while it is being moved to another storage. */
  private async enter(use: GitUse, caller: Caller, access: ProjectAccess): Promise<Admitted | GitRefusal> {
    const leave = use.pushes ? await this.pushGate.enter(access.project.id) : () => undefined;
    try {
      const repository = await this.repositoryOf(use, access);
      const isRefused =
        repository && use.service === 'git-receive-pack' && this.storages.isInMaintenance(repository.path);
      if (repository && !isRefused) return { caller, access, repository, leave };
      leave();
      return repository ? IN_MAINTENANCE : UNFINISHED;
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Returns null while a fork is not copied yet: a clone would be empty. */
  private async repositoryOf({ readsCopies }: GitUse, { project }: ProjectAccess): Promise<FoundRepository | null> {
    try {
      const place = readsCopies ? await this.repositoryFacts.place(project.id) : null;
      return place?.isMade ? place : await this.ensureRepository.execute(project.id);
    } catch (error) {
      if (RepositoryBusy.is(error)) return null;
      throw error;
    }
  }

  private pathNow(project: string, { principal }: Caller): Promise<string | null> {
    return isStorableText(project) ? this.movedProjectFacts.pathOf(project, principal) : Promise.resolve(null);
  }
}

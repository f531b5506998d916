import { Controller, Logger, Req, Res } from '@nestjs/common';
import { AccessResolver, Callers } from '@hearth/access';
import { WrongStorage, type Caller, type ProjectAccess } from '@hearth/contract-kit';
import { isStorableText } from '@hearth/data';
import { RawEndpoint, RouteNotFound } from '@hearth/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Git } from '../git/git.js';
import { RepositoryBusy } from '../refusals.js';
import { rightsOf } from '../repositories/reader.js';
import { EnsureRepository, type FoundRepository } from '../repositories/ensure-repository.js';
import {
  DUMB_PROTOCOL,
  IN_MAINTENANCE,
  STOPPING,
  UNFINISHED,
  WRONG_TYPE,
  refusalOfAccess,
  refusalOfCaller,
  type GitRefusal,
} from './git-access.rules.js';
import { failureOf, hijack, noCache, refuse, TEXT } from './git-answers.js';
import { PushGate } from '../repositories/push-gate.js';
import { Storages } from '../storages/storages.js';
import { GitSlots } from './git-slots.js';
import { FETCHES, GIT_PATHS, parseGitRequest, type GitRequest } from './git-request.rules.js';
import { ReceivePush } from './receive-push.js';
import { MovedProjectFacts } from './moved-project.facts.js';
import { Transfers } from './transfers.js';

type GitCall = Extract<GitRequest, { kind: 'advertise' | 'transfer' }>;

/** A git request that passed every check. */
interface Admitted {
  readonly call: GitCall;
  readonly caller: Caller;
  readonly access: ProjectAccess;
  readonly repository: FoundRepository;
  /** Must be called at the end. */
  readonly leave: () => void;
}

/** The project has moved; `to` is the whole new URL. */
interface Moved {
  readonly movedTo: string;
}

/** git over HTTP. The only controller of this service that writes responses itself, because they are streams of another protocol. */
@Controller()
export class GitHttpController {
  private readonly logger = new Logger(GitHttpController.name);

  constructor(
    private readonly callers: Callers,
    private readonly access: AccessResolver,
    private readonly movedProjectFacts: MovedProjectFacts,
    private readonly ensureRepository: EnsureRepository,
    private readonly receivePush: ReceivePush,
    private readonly transfers: Transfers,
    private readonly gitSlots: GitSlots,
    private readonly pushGate: PushGate,
    private readonly storages: Storages,
    private readonly git: Git,
  ) {}

  @RawEndpoint({
    summary: 'Fetch and push with git',
    methods: ['GET', 'POST'],
    pattern: GIT_PATHS,
    takes: /^application\/x-git-/,
    routeBy: 'storage',
    reads: FETCHES,
  })
  async serve(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const asked = parseGitRequest(request.method, request.url);
    if (asked.kind === 'unknown') throw RouteNotFound();
    if (asked.kind === 'dumb') return refuse(reply, DUMB_PROTOCOL);
    const caller = await this.callers.of(request.raw);
    if (asked.kind === 'redirect') return void reply.redirect(`${caller.baseUrl}${asked.to}`, 301);
    const admitted = await this.admit(asked, caller, request.headers['content-type']);
    if ('movedTo' in admitted) return void noCache(reply).redirect(admitted.movedTo, 301);
    if ('status' in admitted) return refuse(reply, admitted);
    await this.transfer(admitted, request, reply);
  }

  private async admit(call: GitCall, caller: Caller, type: string | undefined): Promise<Admitted | Moved | GitRefusal> {
    const { service, project, kind } = call;
    const refused = refusalOfCaller(service, caller.principal);
    if (refused) return refused;
    const access = isStorableText(project) ? await this.access.project({ path: project }, caller.principal) : null;
    const now = access === null && kind === 'advertise' ? await this.pathNow(project, caller) : null;
    if (now !== null) return { movedTo: `${caller.baseUrl}/${now}.git/info/refs?service=${service}` };
    const denied = refusalOfAccess(service, caller.principal, access);
    if (denied) return denied;
    if (kind === 'transfer' && type !== `application/x-${service}-request`) return WRONG_TYPE;
    if (this.transfers.stopping) return STOPPING;
    if (access!.project.importing && service === 'git-receive-pack') return UNFINISHED;
    return this.enter(call, caller, access!);
  }

  /** Finds the repository. A push waits while it is being moved to another storage. */
  private async enter(call: GitCall, caller: Caller, access: ProjectAccess): Promise<Admitted | GitRefusal> {
    const isPush = call.kind === 'transfer' && call.service === 'git-receive-pack';
    const leave = isPush ? await this.pushGate.enter(access.project.id) : () => undefined;
    try {
      const repository = await this.repositoryOf(call, access);
      const isRefused =
        repository && call.service === 'git-receive-pack' && this.storages.isInMaintenance(repository.path);
      if (repository && !isRefused) return { call, caller, access, repository, leave };
      leave();
      return repository ? IN_MAINTENANCE : UNFINISHED;
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Returns null while a fork is not copied yet: a clone would be empty. */
  private async repositoryOf({ service }: GitCall, { project }: ProjectAccess): Promise<FoundRepository | null> {
    const how = service === 'git-upload-pack' ? 'forReading' : 'execute';
    return this.ensureRepository[how](project.id).catch((error: unknown) => {
      if (RepositoryBusy.is(error)) return null;
      throw error;
    });
  }

  /** Redirects apply to the first request only: git does not follow a redirect in the middle of a transfer. */
  private pathNow(project: string, { principal }: Caller): Promise<string | null> {
    return isStorableText(project) ? this.movedProjectFacts.pathOf(project, principal) : Promise.resolve(null);
  }

  /** Waits for a slot and hands the streams over to git. Errors become a response as long as nothing has been written. */
  private async transfer(admitted: Admitted, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { kind, service } = admitted.call;
    const answer = kind === 'advertise' ? 'advertisement' : 'result';
    const response = hijack(reply, `application/x-${service}-${answer}`);
    try {
      await this.transfers.run((ending) => this.inSlot(admitted, request, response, ending));
    } catch (error) {
      const failure = failureOf(error);
      const { method, url, id } = request;
      if (failure.unexpected) this.logger.error(`${id} ${method} ${url}: ${(error as Error).stack}`);
      // git's own refusal may already be on its way when a check fails. Only a response that has not ended is broken off.
      if (response.writableEnded) return;
      if (response.headersSent || response.destroyed) response.destroy();
      else response.writeHead(failure.status, { ...failure.headers, 'content-type': TEXT }).end(failure.text);
    } finally {
      admitted.leave();
    }
  }

  private async inSlot(
    admitted: Admitted,
    request: FastifyRequest,
    response: FastifyReply['raw'],
    ending: AbortSignal,
  ): Promise<void> {
    const { caller, access } = admitted;
    const release = await this.gitSlots.take(caller, access.project.id, AbortSignal.any([ending, request.signal]));
    if (admitted.call.kind === 'transfer' && admitted.call.service === 'git-upload-pack')
      return this.fetch(admitted, request, { response, signal: ending, release });
    try {
      await this.stream(admitted, request, response, ending);
    } finally {
      release();
    }
  }

  /** The slot is held by the git that makes the answer, not by those who read it. */
  private fetch(
    { caller, access, repository }: Admitted,
    request: FastifyRequest,
    ends: { response: FastifyReply['raw']; signal: AbortSignal; release: () => void },
  ): Promise<void> {
    const elsewhere = repository.primary === undefined ? undefined : new WrongStorage(repository.primary);
    return this.git.uploadPack(repository.path, {
      ...{ ...ends, elsewhere, body: request.raw, contentEncoding: header(request, 'content-encoding') },
      ...{ rights: rightsOf(access, caller.principal), anonymous: !caller.principal },
      protocol: header(request, 'git-protocol'),
    });
  }

  private async stream(
    { call, caller, access, repository }: Admitted,
    request: FastifyRequest,
    response: FastifyReply['raw'],
    signal: AbortSignal,
  ): Promise<void> {
    if (call.kind === 'transfer') {
      const streams = { body: request.raw, contentEncoding: header(request, 'content-encoding'), response, signal };
      return void (await this.receivePush.execute({ repository, access, principal: caller.principal! }, streams));
    }
    const rights = rightsOf(access, caller.principal);
    const protocol = header(request, 'git-protocol');
    await this.git.advertise(repository.path, call.service, { rights, protocol, response, signal });
  }
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

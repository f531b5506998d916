import { Controller, Logger, Req, Res } from '@nestjs/common';
import { AccessResolver, Callers } from '@hearth/access';
import type { Caller, ProjectAccess } from '@hearth/contract-kit';
import { isStorableText } from '@hearth/data';
import { RawEndpoint, RouteNotFound } from '@hearth/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Git } from '../git/git.js';
import { EnsureRepository, type RepositoryAt } from '../repositories/ensure-repository.js';
import {
  DUMB_PROTOCOL,
  STOPPING,
  WRONG_TYPE,
  refusalOfAccess,
  refusalOfCaller,
  type GitRefusal,
} from './git-access.rules.js';
import { failureOf, hijack, noCache, refuse } from './git-answers.js';
import { GIT_PATHS, parseGitRequest, type GitRequest } from './git-request.rules.js';
import { ReceivePush } from './receive-push.js';
import { MovedProjectFacts } from './moved-project.facts.js';
import { Transfers } from './transfers.js';

type GitCall = Extract<GitRequest, { kind: 'advertise' | 'transfer' }>;

/** A git request that passed every check. */
interface Admitted {
  readonly call: GitCall;
  readonly caller: Caller;
  readonly access: ProjectAccess;
  readonly repository: RepositoryAt;
}

/** The project has another path now; where the request is to go, whole. */
interface Moved {
  readonly movedTo: string;
}

/** git over HTTP: the one place of this service that writes answers itself, because they are streams of another protocol. */
@Controller()
export class GitHttpController {
  private readonly logger = new Logger(GitHttpController.name);

  constructor(
    private readonly callers: Callers,
    private readonly access: AccessResolver,
    private readonly moved: MovedProjectFacts,
    private readonly ensuring: EnsureRepository,
    private readonly pushing: ReceivePush,
    private readonly transfers: Transfers,
    private readonly git: Git,
  ) {}

  @RawEndpoint({ summary: 'Fetch and push with git', methods: ['GET', 'POST'], pattern: GIT_PATHS })
  async serve(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const asked = parseGitRequest(request.method, request.url);
    if (asked.kind === 'unknown') throw RouteNotFound();
    if (asked.kind === 'dumb') return refuse(reply, DUMB_PROTOCOL);
    const caller = await this.callers.of(request.raw);
    if (asked.kind === 'redirect') return void reply.redirect(`${caller.baseUrl}${asked.to}`, 301);
    const admitted = await this.admit(asked, caller, request.headers['content-type']);
    if ('movedTo' in admitted) return void noCache(reply).redirect(admitted.movedTo, 301);
    if ('status' in admitted) return refuse(reply, admitted);
    if (asked.kind === 'advertise') await this.advertise(admitted, request, reply);
    else await this.transfer(admitted, request, reply);
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
    return { call, caller, access: access!, repository: await this.ensuring.execute(access!.project.id) };
  }

  /** Where clients begin, they are sent on; nobody follows a redirection in the middle of a transfer. */
  private pathNow(project: string, { principal }: Caller): Promise<string | null> {
    return isStorableText(project) ? this.moved.pathOf(project, principal) : Promise.resolve(null);
  }

  private async advertise(
    { call: { service }, repository }: Admitted,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const protocol = header(request, 'git-protocol');
    const refs = await this.git.advertise(repository.path, service, { protocol, signal: request.signal });
    await noCache(reply).type(`application/x-${service}-advertisement`).send(refs);
  }

  private async transfer(admitted: Admitted, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const response = hijack(reply, `application/x-${admitted.call.service}-result`);
    try {
      await this.transfers.run((signal) => this.stream(admitted, request, response, signal));
    } catch (error) {
      const failure = failureOf(error);
      const { method, url, id } = request;
      if (failure.unexpected) this.logger.error(`${id} ${method} ${url}: ${(error as Error).stack}`);
      // git's own refusal may be on its way although a check failed: only an answer that nobody ended is broken off.
      if (response.writableEnded) return;
      if (response.headersSent || response.destroyed) response.destroy();
      else response.writeHead(failure.status, { 'content-type': 'text/plain; charset=utf-8' }).end(failure.text);
    }
  }

  private async stream(
    { call, caller, access, repository }: Admitted,
    request: FastifyRequest,
    response: FastifyReply['raw'],
    signal: AbortSignal,
  ): Promise<void> {
    const contentEncoding = header(request, 'content-encoding');
    const streams = { body: request.raw, contentEncoding, response, signal };
    if (call.service === 'git-receive-pack') {
      await this.pushing.execute({ repository, access, principal: caller.principal! }, streams);
    } else {
      await this.git.uploadPack(repository.path, { ...streams, protocol: header(request, 'git-protocol') });
    }
  }
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

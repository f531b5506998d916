import { Controller, Logger, Req, Res } from '@nestjs/common';
import { Callers } from '@hearth/access';
import { WrongStorage } from '@hearth/contract-kit';
import { RawEndpoint, RouteNotFound } from '@hearth/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseBundleRequest } from '../bundles/bundle-request.rules.js';
import { OfferBundles } from '../bundles/offer.js';
import { ServeBundle } from '../bundles/serve.js';
import { Git } from '../git/git.js';
import { parseLfsRequest } from '../lfs/lfs-request.rules.js';
import { ServeLfs } from '../lfs/serve-lfs.js';
import { rightsOf } from '../repositories/reader.js';
import { DUMB_PROTOCOL, WRONG_TYPE } from './git-access.rules.js';
import { GitAdmission, type Admitted } from './git-admission.js';
import { failureOf, hijack, noCache, refuse, TEXT } from './git-answers.js';
import { CLIENT_PATHS, FETCHES, parseGitRequest, type GitRequest } from './git-request.rules.js';
import { ReceivePush } from './receive-push.js';

type GitCall = Extract<GitRequest, { kind: 'advertise' | 'transfer' }>;

/** git and git LFS over HTTP. The only controller of this service that writes responses itself, because they are streams of another protocol. */
@Controller()
export class GitHttpController {
  private readonly logger = new Logger(GitHttpController.name);

  constructor(
    private readonly callers: Callers,
    private readonly gitAdmission: GitAdmission,
    private readonly receivePush: ReceivePush,
    private readonly git: Git,
    private readonly serveLfs: ServeLfs,
    private readonly offerBundles: OfferBundles,
    private readonly serveBundle: ServeBundle,
  ) {}

  @RawEndpoint({
    summary: 'Fetch and push with git and git LFS',
    methods: ['GET', 'POST', 'PUT'],
    pattern: CLIENT_PATHS,
    takes: /^application\/(?:x-git-|vnd\.git-lfs\+json$|octet-stream$)/,
    routeBy: 'storage',
    reads: FETCHES,
  })
  async serve(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const lfs = parseLfsRequest(request.method, request.url);
    if (lfs) return this.serveLfs.execute(lfs, { request, reply, caller: await this.callers.of(request.raw) });
    const bundle = parseBundleRequest(request.method, request.url);
    if (bundle) return this.serveBundle.execute(bundle, reply);
    const asked = parseGitRequest(request.method, request.url);
    if (asked.kind === 'unknown') throw RouteNotFound();
    if (asked.kind === 'dumb') return refuse(reply, DUMB_PROTOCOL);
    const caller = await this.callers.of(request.raw);
    if (asked.kind === 'redirect') return void reply.redirect(`${caller.baseUrl}${asked.to}`, 301);
    const { kind, service, project } = asked;
    if (kind === 'transfer' && request.headers['content-type'] !== `application/x-${service}-request`)
      return refuse(reply, WRONG_TYPE);
    const use = {
      ...{ service, project },
      pushes: kind === 'transfer' && service === 'git-receive-pack',
      // git does not follow a redirect in the middle of a transfer.
      follows: kind === 'advertise',
      readsCopies: service === 'git-upload-pack',
    };
    const admitted = await this.gitAdmission.admit(use, caller);
    if ('movedTo' in admitted) {
      const to = `${caller.baseUrl}/${admitted.movedTo}.git/info/refs?service=${service}`;
      return void noCache(reply).redirect(to, 301);
    }
    if ('status' in admitted) return refuse(reply, admitted);
    await this.transfer(asked, admitted, request, reply);
  }

  /** Waits for a slot and hands the streams over to git. Errors become a response as long as nothing has been written. */
  private async transfer(
    call: GitCall,
    admitted: Admitted,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const answer = call.kind === 'advertise' ? 'advertisement' : 'result';
    const response = hijack(reply, `application/x-${call.service}-${answer}`);
    try {
      await this.serveCall(call, admitted, request, response);
    } catch (error) {
      const failure = failureOf(error);
      const { method, url, id } = request;
      if (failure.unexpected) this.logger.error(`${id} ${method} ${url}: ${(error as Error).stack}`);
      // git's own refusal may already be on its way when a check fails. Only a response that has not ended is broken off.
      if (response.writableEnded) return;
      if (response.headersSent || response.destroyed) response.destroy();
      else response.writeHead(failure.status, { ...failure.headers, 'content-type': TEXT }).end(failure.text);
    }
  }

  private serveCall(
    call: GitCall,
    admitted: Admitted,
    request: FastifyRequest,
    response: FastifyReply['raw'],
  ): Promise<void> {
    const { kind, service } = call;
    if (kind === 'transfer' && service === 'git-upload-pack')
      return this.gitAdmission.handOver(admitted, request.signal, (signal, release) =>
        this.fetch(admitted, request, { response, signal, release }),
      );
    return this.gitAdmission.run(admitted, request.signal, (ending) =>
      this.stream(call, admitted, request, response, ending),
    );
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
      bundles: this.offerBundles.of(access.project, repository.path, caller.baseUrl),
    });
  }

  private async stream(
    call: GitCall,
    { caller, access, repository }: Admitted,
    request: FastifyRequest,
    response: FastifyReply['raw'],
    signal: AbortSignal,
  ): Promise<void> {
    if (call.kind === 'transfer') {
      const streams = { body: request.raw, contentEncoding: header(request, 'content-encoding'), response, signal };
      const { principal, baseUrl } = caller;
      const pusher = { repository, access, principal: principal!, baseUrl, via: 'http' as const };
      return void (await this.receivePush.execute(pusher, streams));
    }
    const rights = rightsOf(access, caller.principal);
    if (call.service === 'git-receive-pack')
      return this.receivePush.advertise(repository, { rights, response, signal });
    const protocol = header(request, 'git-protocol');
    const bundles = await this.offerBundles.isOffered(access.project.id);
    await this.git.advertise(repository.path, call.service, { rights, protocol, bundles, response, signal });
  }
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

import { Injectable } from '@nestjs/common';
import { callToken } from '@hearth/calls';
import { WrongStorage, type ProjectId } from '@hearth/contract-kit';
import { Verifier } from '@hearth/secrets';
import { InternalRoutes } from '@hearth/service';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Git } from '../git/git.js';
import { WHOLE } from '../git/reads/read-rights.js';
import type { RepositoryPath } from '../git/refs/paths.js';
import { failureOf, hijack, TEXT } from '../git-http/git-answers.js';
import { Transfers } from '../git-http/transfers.js';
import { RepositoryFacts } from '../repositories/repository.facts.js';
import { copyPath, copyPurpose } from './copy-request.js';

type CopyRequest = FastifyRequest<{ Params: { id: string } }>;

/** Serves whole repositories to the other processes of the service, by git's own protocol. */
@Injectable()
export class CopyRoutes extends InternalRoutes {
  constructor(
    private readonly verifier: Verifier,
    private readonly repositoryFacts: RepositoryFacts,
    private readonly transfers: Transfers,
    private readonly git: Git,
  ) {
    super();
  }

  serve(fastify: FastifyInstance): void {
    void fastify.register((scope, _options, done) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null, undefined));
      scope.get(`${copyPath(':id')}/info/refs`, (request: CopyRequest, reply) =>
        this.answer(request, reply, 'advertisement'),
      );
      scope.post(`${copyPath(':id')}/git-upload-pack`, (request: CopyRequest, reply) =>
        this.answer(request, reply, 'result'),
      );
      done();
    });
  }

  private async answer(request: CopyRequest, reply: FastifyReply, kind: 'advertisement' | 'result'): Promise<void> {
    const repository = await this.admitted(request).catch((error: unknown) => (error as Error).message);
    if (typeof repository !== 'object') return void reply.code(403).type(TEXT).send(repository);
    const response = hijack(reply, `application/x-git-upload-pack-${kind}`);
    const protocol = text(request.headers['git-protocol']);
    try {
      await this.transfers.run((signal) =>
        kind === 'advertisement'
          ? this.git.advertise(repository.path, 'git-upload-pack', { rights: WHOLE, protocol, response, signal })
          : this.git.uploadPack(repository.path, {
              ...{ rights: WHOLE, anonymous: false, protocol, body: request.raw, response, signal },
              contentEncoding: text(request.headers['content-encoding']),
            }),
      );
    } catch (error) {
      const failure = failureOf(error);
      if (response.headersSent || response.destroyed) response.destroy();
      else response.writeHead(failure.status, { 'content-type': TEXT }).end(failure.text);
    }
  }

  /** @throws for a request that is not signed by a process of this service, and for a repository that is not here */
  private async admitted({ headers, params }: CopyRequest): Promise<{ path: RepositoryPath }> {
    const { issuer } = await this.verifier.verify(callToken(headers) ?? '', copyPurpose(params.id));
    if (issuer !== 'repository') throw new Error(`A repository is not copied for ${issuer}.`);
    const path = await this.repositoryFacts.path(Number(params.id) as ProjectId).catch((error: unknown) => {
      throw error instanceof WrongStorage ? error : new Error('The repository is not here.');
    });
    if (path === null) throw new Error('The repository is not here.');
    return { path };
  }
}

function text(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

import { PassThrough, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Injectable, Logger } from '@nestjs/common';
import { CORRELATION_HEADER, STORAGE_HEADER, callToken } from '@hearth/calls';
import { Caller, WrongStorage } from '@hearth/contract-kit';
import {
  FRAMES,
  GIT_SESSIONS_PATH,
  GitSession,
  frame,
  frameHead,
  framesOf,
  type Frame,
  type FrameKind,
} from '@hearth/repository-contracts';
import { Verifier } from '@hearth/secrets';
import { InternalRoutes } from '@hearth/service';
import { withOrigin } from '@hearth/telemetry';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { TEXT } from '../git-http/git-answers.js';
import { ServeGitSession } from './serve-git-session.js';

/** The gateway signs in users over SSH; no other process does. */
const ISSUER = 'gateway';
const WRONG_STORAGE = 421;
/** Far shorter than the silence that a gateway accepts. */
const BEAT_MS = 20_000;

/** Serves sessions whose client is connected to a gateway: a request whose two bodies are frames, open both ways at the same time. */
@Injectable()
export class SessionRoutes extends InternalRoutes {
  private readonly logger = new Logger(SessionRoutes.name);

  constructor(
    private readonly verifier: Verifier,
    private readonly serveGitSession: ServeGitSession,
  ) {
    super();
  }

  serve(fastify: FastifyInstance): void {
    void fastify.register((scope, _options, done) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null, undefined));
      scope.post(GIT_SESSIONS_PATH, (request, reply) => this.answer(request, reply));
      done();
    });
  }

  private async answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const asked = await this.verified(request).catch((error: unknown) => (error as Error).message);
    if (typeof asked === 'string') return void reply.code(403).type(TEXT).send(asked);
    const { session, caller } = asked;
    const ends = endsOf(request, reply);
    const address = caller.clientAddress;
    const origin = { correlation: caller.correlationId, actor: caller.principal?.userId, address };
    try {
      const status = await withOrigin(origin, () => this.serveGitSession.serve(session, caller, ends.streams));
      await ends.finish(status);
    } catch (error) {
      if (error instanceof WrongStorage)
        return void reply.code(WRONG_STORAGE).header(STORAGE_HEADER, error.storage).type(TEXT).send(error.message);
      this.logger.error(`${caller.correlationId} ${session.program}: ${(error as Error).stack}`);
      reply.raw.destroy();
    } finally {
      ends.close();
    }
  }

  /** @throws for a request that no gateway has signed */
  private async verified({ method, headers }: FastifyRequest): Promise<{ session: GitSession; caller: Caller }> {
    const purpose = { type: 'call', audience: 'repository', method, url: GIT_SESSIONS_PATH } as const;
    const { issuer, claims } = await this.verifier.verify(callToken(headers) ?? '', purpose);
    if (issuer !== ISSUER) throw new Error(`Sessions are not served for ${issuer}.`);
    const correlationId = headers[CORRELATION_HEADER];
    return {
      session: GitSession.parse(claims['session']),
      caller: Caller.parse({ ...(claims['caller'] as object), correlationId: correlationId ?? '' }),
    };
  }
}

/** Makes the client's ends of a session from a request and its response. */
function endsOf({ raw: request, signal }: FastifyRequest, reply: FastifyReply) {
  const response = reply.raw;
  const input = new PassThrough();
  void passOn(framesOf(request), input);
  const [output, errors] = [framed(response, FRAMES.data), framed(response, FRAMES.errors)];
  // The gateway takes silence for a lost connection, and a push may be silent for hours.
  let beat: NodeJS.Timeout | undefined;
  response.once('close', () => {
    clearInterval(beat);
    for (const end of [output, errors]) if (!end.writableFinished) end.destroy();
  });
  const begin = (): void => {
    reply.hijack();
    response.writeHead(200, { 'content-type': 'application/octet-stream' });
    response.flushHeaders();
    beat = setInterval(() => response.write(frameHead(FRAMES.data, 0)), BEAT_MS);
  };
  return {
    streams: { input, output, errors, begin, signal },
    /** Sends the exit status, after everything that was written before. */
    finish: async (status: number) => {
      await Promise.allSettled([output, errors].map((end) => finished(end.end())));
      response.end(frame(FRAMES.exit, Buffer.of(status)));
    },
    close: () => {
      clearInterval(beat);
      input.destroy();
    },
  };
}

/** Writes the client's bytes to git's input, at the pace of git. */
async function passOn(frames: AsyncIterable<Frame>, input: PassThrough): Promise<void> {
  try {
    for await (const { content } of frames) {
      if (input.destroyed) return;
      if (!input.write(content)) await drainedOrClosed(input);
    }
    input.end();
  } catch (error) {
    input.destroy(error as Error);
  }
}

function framed(response: Writable, kind: FrameKind): Writable {
  const end = new Writable({
    write(content: Buffer, _encoding, done) {
      response.write(frameHead(kind, content.length));
      if (response.write(content)) done();
      else void drainedOrClosed(response).then(() => done());
    },
  });
  // A client that has gone shows by the signal.
  return end.on('error', () => undefined);
}

function drainedOrClosed(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      stream.off('drain', done).off('close', done);
      resolve();
    };
    stream.once('drain', done).once('close', done);
    if (stream.destroyed) done();
  });
}

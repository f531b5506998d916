import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { AccessResolver, Callers } from '@hearth/access';
import { LocalCalls } from '@hearth/calls';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { startService } from '../start-service.js';

/** Provides the dependencies of authentication; there are no callers here. */
@Global()
@Module({
  providers: [
    { provide: Callers, useValue: {} },
    { provide: AccessResolver, useValue: {} },
  ],
  exports: [Callers, AccessResolver],
})
class AnonymousModule {}

/** Answers `/slow` when `/go-on` is requested, fails at paths named after an error, and answers anything else at once. */
@Module({ imports: [LocalCalls, AnonymousModule] })
class SampleModule implements OnModuleInit {
  private readonly slow: FastifyReply[] = [];

  constructor(private readonly host: HttpAdapterHost) {}

  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    fastify.get('/quick', (_, reply) => reply.send('quick'));
    fastify.get('/slow', (_, reply) => void this.slow.push(reply));
    fastify.get('/waiting', (_, reply) => reply.send(String(this.slow.length)));
    fastify.get('/rejection', () => {
      void Promise.reject(new Error('nothing waits for this'));
      return new Promise(() => undefined);
    });
    fastify.get('/second-answer', (_, reply) => {
      void reply.hijack();
      reply.raw.writeHead(200).write('begun');
      setImmediate(() => reply.raw.writeHead(500));
    });
    fastify.get('/exception', () => {
      setImmediate(() => {
        throw new Error('nothing catches this');
      });
      return new Promise(() => undefined);
    });
    fastify.get('/go-on', (_, reply) => {
      for (const each of this.slow) void each.send('slow');
      return reply.send('done');
    });
  }
}

// A child process for specs that stop it: started like an app, without database and broker.
await startService({ name: 'sample', module: SampleModule });
process.send?.('started');

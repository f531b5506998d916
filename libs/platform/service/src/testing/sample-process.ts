import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { AccessResolver, Callers } from '@hearth/access';
import { LocalCalls } from '@hearth/calls';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { startService } from '../start-service.js';

/** What the frame asks of an app whose endpoints know their callers: there are none here. */
@Global()
@Module({
  providers: [
    { provide: Callers, useValue: {} },
    { provide: AccessResolver, useValue: {} },
  ],
  exports: [Callers, AccessResolver],
})
class NobodyModule {}

/** Answers `/slow` when `/go-on` is asked for, and anything else at once. */
@Module({ imports: [LocalCalls, NobodyModule] })
class SampleModule implements OnModuleInit {
  private readonly slow: FastifyReply[] = [];

  constructor(private readonly host: HttpAdapterHost) {}

  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    fastify.get('/quick', (_, reply) => reply.send('quick'));
    fastify.get('/slow', (_, reply) => void this.slow.push(reply));
    fastify.get('/waiting', (_, reply) => reply.send(String(this.slow.length)));
    fastify.get('/go-on', (_, reply) => {
      for (const each of this.slow) void each.send('slow');
      return reply.send('done');
    });
  }
}

// Run as a child process by specs that stop it: the process as apps make it, without database and broker.
await startService({ name: 'sample', module: SampleModule });
process.send?.('started');

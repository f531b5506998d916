import net from 'node:net';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Verifier, parseVerifyKeys, type TlsCertificate } from '@hearth/secrets';
import Fastify, { type FastifyInstance } from 'fastify';
import { serveCalls } from '../call-server.js';
import { CallRegistry } from '../registry.js';
import { SampleModule, SampleProvider } from './sample-calls.js';

/** A process that answers the sample's calls over HTTP and shuts down like every process of Hearth. */
export class SampleOwner {
  /** Reported failures, by contract. */
  readonly errors: string[] = [];
  private draining = false;

  private constructor(
    private readonly app: INestApplicationContext,
    private readonly fastify: FastifyInstance,
  ) {}

  /**
   * @param verifyKeys public keys as JSON
   * @param port any free one by default
   * @param certificate to speak TLS with
   */
  static async start(verifyKeys: string, port = 0, certificate?: TlsCertificate): Promise<SampleOwner> {
    const app = await NestFactory.createApplicationContext(SampleModule, { logger: false });
    const fastify = Fastify({ keepAliveTimeout: 75_000, https: certificate ?? null }) as unknown as FastifyInstance;
    const owner = new SampleOwner(app, fastify);
    const verifier = new Verifier(await parseVerifyKeys(verifyKeys));
    serveCalls(fastify, app.get(CallRegistry), verifier, (_, contract) => owner.errors.push(contract));
    fastify.addHook('onSend', async (_request, reply) => {
      if (owner.draining) reply.header('connection', 'close');
    });
    await fastify.listen({ port, host: '127.0.0.1' });
    return owner;
  }

  get url(): string {
    return this.fastify.listeningOrigin;
  }

  get provider(): SampleProvider {
    return this.app.get(SampleProvider);
  }

  /** Stops listening, and answers requests on open connections until their clients close them. */
  async drain(): Promise<void> {
    this.draining = true;
    // Once around the event loop: connections that wait to be accepted would be reset with the listener.
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => net.Server.prototype.close.call(this.fastify.server, resolve));
  }

  async close(): Promise<void> {
    this.fastify.server.closeAllConnections();
    await this.fastify.close();
    await this.app.close();
  }
}

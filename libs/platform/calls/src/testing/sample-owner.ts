import net from 'node:net';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Verifier, parseVerifyKeys, type TlsCertificate } from '@hearth/secrets';
import Fastify, { type FastifyInstance } from 'fastify';
import { HttpCallServer } from '../http-call-server.js';
import { LocalCallServer } from '../local-calls.js';
import { SampleModule, SampleProvider } from './sample-calls.js';

/** Creates the sample's app, in which its services call each other. */
export async function sampleApp(): Promise<INestApplication> {
  const app = await NestFactory.create(SampleModule, new FastifyAdapter(), { logger: false });
  app.connectMicroservice({ strategy: app.get(LocalCallServer) });
  return app.init();
}

/** A process that answers the sample's calls over HTTP and shuts down like every process of Hearth. */
export class SampleOwner {
  /** Reported failures, by contract. */
  readonly errors: string[] = [];
  private draining = false;

  private constructor(
    private readonly app: INestApplication,
    private readonly fastify: FastifyInstance,
  ) {}

  /**
   * @param verifyKeys public keys as JSON
   * @param port any free one by default
   * @param certificate to speak TLS with
   */
  static async start(verifyKeys: string, port = 0, certificate?: TlsCertificate): Promise<SampleOwner> {
    const app = await sampleApp();
    const fastify = Fastify({ keepAliveTimeout: 75_000, https: certificate ?? null }) as unknown as FastifyInstance;
    const owner = new SampleOwner(app, fastify);
    const verifier = new Verifier(await parseVerifyKeys(verifyKeys));
    const onError = (_: unknown, contract: string) => void owner.errors.push(contract);
    app.connectMicroservice({ strategy: new HttpCallServer(fastify, verifier, onError) });
    await app.startAllMicroservices();
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

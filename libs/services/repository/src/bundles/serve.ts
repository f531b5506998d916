import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { SystemObjects } from '@hearth/objects';
import { SignatureError, Signer, Verifier } from '@hearth/secrets';
import type { FastifyReply } from 'fastify';
import { bundleMetrics } from './bundle-metrics.js';
import type { BundleRequest } from './bundle-request.rules.js';
import { BundlesStore } from './bundles.store.js';
import { objectOf } from './make.js';

/** Serves bundles. The signed address suffices as a credential: clients get it after their access to the code was checked. */
@Injectable()
export class ServeBundle {
  constructor(
    private readonly db: Database,
    private readonly bundlesStore: BundlesStore,
    private readonly systemObjects: SystemObjects,
    private readonly signer: Signer,
    private readonly verifier: Verifier,
  ) {}

  /** Answers 404 for an address that has expired or was never given out, and for a bundle that is offered no more. */
  async execute(request: BundleRequest, reply: FastifyReply): Promise<void> {
    const { objects } = this.systemObjects;
    const size = (await this.isSigned(request)) ? await this.bundlesStore.sizeOf(this.db, request.id) : null;
    const stored = size === null ? undefined : await objects?.get(objectOf(request.id));
    if (!stored) {
      if (size !== null) await this.db.tx((tx) => this.bundlesStore.release(tx, request.id));
      return void reply.code(404).type('text/plain; charset=utf-8').send('The bundle is not there.');
    }
    bundleMetrics.downloads.inc();
    const headers = { 'content-length': String(size), 'cache-control': 'private, no-store' };
    void reply.code(200).headers(headers).type('application/octet-stream').send(stored.content);
  }

  /** Addresses are signed by this service, or by the one process that is all of them. */
  private async isSigned({ path, token }: BundleRequest): Promise<boolean> {
    try {
      const purpose = { type: 'bundle', audience: 'repository', method: 'GET', url: path } as const;
      return (await this.verifier.verify(token, purpose)).issuer === this.signer.service;
    } catch (error) {
      if (error instanceof SignatureError) return false;
      throw error;
    }
  }
}

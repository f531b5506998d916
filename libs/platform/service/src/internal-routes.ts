import type { FastifyInstance } from 'fastify';

/**
 * Routes of a service on the internal listener, for streams between its own processes; anything smaller is a contract. A module provides them as
 * `{ provide: InternalRoutes, useClass: … }`. Each route checks the signature of its requests.
 */
export abstract class InternalRoutes {
  abstract serve(fastify: FastifyInstance): void;
}

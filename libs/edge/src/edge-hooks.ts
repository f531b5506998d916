import { finished } from 'node:stream/promises';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Caller, Refusal } from '@hearth/contract-kit';
import { attachCaller } from '@hearth/access';
import { BadRequest, RouteNotFound, Unauthorized, Unavailable, nameRoute, refuse } from '@hearth/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Authenticator, type FailedOutcome } from './authenticator.js';
import { EDGE_OPTIONS, type EdgeOptions } from './edge-options.js';
import { baseUrlOf } from './base-url.js';
import { bringsTwoTokens } from './credentials.js';
import { TwoTokens, credentialRefusals } from './refusals.js';
import { RouteTable, type Route } from './route-table.js';

const routes = new WeakMap<FastifyRequest, { route: Route; caller: Caller }>();

/** Where a request goes and who sent it, once the hooks have let it through. */
export function routed(request: FastifyRequest): { route: Route; caller: Caller } {
  return routes.get(request)!;
}

/** The edge in front of every route: finds the route, asks who calls, and refuses what cannot go on. */
@Injectable()
export class EdgeHooks implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly table: RouteTable,
    private readonly authenticator: Authenticator,
    @Inject(EDGE_OPTIONS) private readonly options: EdgeOptions,
  ) {}

  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    fastify.addHook('onRequest', (request, reply) => this.enter(request, reply));
  }

  private async enter(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | void> {
    const path = request.url.split('?', 1)[0]!;
    if (request.method === 'OPTIONS') return answerOptions(this.table.allowed(path), reply);
    const route = this.table.find(request.method, path);
    if (!route) return turnAway(request, reply, RouteNotFound());
    nameRoute(request, route.pattern);
    const baseUrl = this.options.url ?? baseUrlOf(request);
    if (baseUrl === undefined) return turnAway(request, reply, BadRequest());
    if (!route.git && bringsTwoTokens(request.raw)) return turnAway(request, reply, TwoTokens());
    try {
      const identified = await this.authenticator.identify(request.raw, reply.raw, route, request.ip);
      if ('failed' in identified) return refuseCredential(request, reply, route, identified.failed);
      // Here rather than behind the body: reading what a stranger sends costs memory and time.
      if (route.signedIn && !identified.principal) return turnAway(request, reply, Unauthorized());
      const caller: Caller = {
        principal: identified.principal,
        clientAddress: request.ip,
        baseUrl,
        correlationId: request.id,
      };
      attachCaller(request.raw, caller);
      routes.set(request, { route, caller });
    } catch (error) {
      this.options.log(error, request.id);
      return turnAway(request, reply, Unavailable());
    }
  }
}

/**
 * Refuses a request whose body nobody reads. Where the connection ends with the answer the body is read past first: hanging up on a client
 * that is still sending takes the answer from it.
 */
async function turnAway({ raw }: FastifyRequest, reply: FastifyReply, refusal: Refusal): Promise<FastifyReply> {
  if (!reply.raw.shouldKeepAlive) await finished(raw.resume()).catch(() => undefined);
  return refuse(reply, refusal);
}

function answerOptions(verbs: readonly string[], reply: FastifyReply): FastifyReply {
  if (verbs.length === 0) return refuse(reply, RouteNotFound());
  return reply
    .code(204)
    .header('allow', ['OPTIONS', ...verbs].join(', '))
    .send();
}

/** git shows the text of a refused sign-in; every reason looks the same from outside. */
function refuseCredential(
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  outcome: FailedOutcome,
): FastifyReply | Promise<FastifyReply> {
  if (!route.git) return turnAway(request, reply, credentialRefusals[outcome]());
  return reply
    .code(401)
    .header('www-authenticate', 'Basic realm="GitLab"')
    .type('text/plain; charset=utf-8')
    .send('HTTP Basic: Access denied');
}

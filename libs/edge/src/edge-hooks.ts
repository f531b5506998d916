import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Caller, Principal, Refusal } from '@hearth/contract-kit';
import { attachCaller } from '@hearth/access';
import {
  BadRequest,
  acceptsPage,
  RouteNotFound,
  Unauthorized,
  Unavailable,
  expectStream,
  mediaType,
  nameRoute,
  notePageCaller,
  refuse,
  refuseWithPage,
  sessionIdOf,
  signInAddress,
} from '@hearth/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Authenticator, type FailedOutcome, type Identification } from './authenticator.js';
import { EDGE_OPTIONS, type EdgeOptions } from './edge-options.js';
import { baseUrlOf } from './base-url.js';
import { ConcurrentRequests } from './concurrent-requests.js';
import { hasTwoTokens } from './credentials.js';
import { RateLimits } from './rate-limits.js';
import { TwoTokens, credentialRefusals } from './refusals.js';
import { RetryLater, answerRetryLater } from './retry-later.js';
import { sshPrefixOf } from './ssh/ssh-prefix.js';
import { SSH_SETTINGS, type SshSettings } from './ssh/ssh-settings.js';
import { RouteTable, type Route } from './routes/route-table.js';

/** In the words of GitLab: two-factor authentication needs a user who enters a code. */
const TOKEN_NEEDED =
  "HTTP Basic: Access denied\nYou must use a personal access token with 'api' scope for Git over HTTP.\n";
/** A year: browsers use no unencrypted connection to this host any more. */
const TRANSPORT_SECURITY = 'max-age=31536000';

const routes = new WeakMap<FastifyRequest, { route: Route; caller: Caller }>();

/** Returns the route and the caller of a request that has passed the hooks. */
export function routed(request: FastifyRequest): { route: Route; caller: Caller } {
  return routes.get(request)!;
}

/** Runs before every route: finds the route, authenticates the caller, and refuses what cannot continue. */
@Injectable()
export class EdgeHooks implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly table: RouteTable,
    private readonly authenticator: Authenticator,
    private readonly limits: RateLimits,
    private readonly concurrent: ConcurrentRequests,
    @Inject(EDGE_OPTIONS) private readonly options: EdgeOptions,
    @Inject(SSH_SETTINGS) private readonly ssh: SshSettings | undefined,
  ) {}

  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    // Only what was admitted goes on. A promise of the answer would not do: it is kept too when the client goes away before the answer.
    fastify.addHook('onRequest', (request, reply, done) => {
      this.enter(request, reply).then(() => routes.has(request) && done(), done);
    });
    fastify.addHook('preParsing', (_request, reply, payload, done) => {
      this.concurrent.leave(reply);
      done(null, payload);
    });
    fastify.addHook('preHandler', (request, reply, done) => {
      // Nothing of the route table matched a request whose target no router can read (`*`): it is on its way to a 404.
      const known = routes.get(request);
      if (known) this.concurrent.enter(known.route, reply);
      done();
    });
    fastify.addHook('onSend', (_request, reply, payload, done) => {
      this.concurrent.leave(reply);
      done(null, payload);
    });
    fastify.addHook('onResponse', (request, reply) => this.leave(request, reply));
  }

  private async enter(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | void> {
    const path = request.url.split('?', 1)[0]!;
    if (request.method === 'OPTIONS') return answerOptions(this.table.allowed(path), reply);
    const route = this.table.find(request.method, path);
    if (!route) return this.refuseUnknown(request, reply);
    nameRoute(request, route.pattern);
    if (!this.concurrent.admit(route, reply))
      return refuseFor(request, reply.header('retry-after', '1'), Unavailable());
    if (route.takes?.test(mediaType(request))) expectStream(request);
    const baseUrl = this.options.url ?? baseUrlOf(request);
    // Undefined when the client has gone already, whatever Fastify's types say: services take no caller without an address.
    const clientAddress: string | undefined = request.ip;
    if (baseUrl === undefined || clientAddress === undefined) return refuseFor(request, reply, BadRequest());
    if (baseUrl.startsWith('https:')) void reply.header('strict-transport-security', TRANSPORT_SECURITY);
    if (route.credentials.startsWith('token') && !route.git && hasTwoTokens(request.raw))
      return refuse(reply, TwoTokens());
    try {
      const identified = await this.identify(request, reply, route, baseUrl);
      const principal = 'failed' in identified ? null : identified.principal;
      await this.count(request, reply, route, principal);
      if ('failed' in identified) return refuseCredential(reply, route, identified.failed);
      // Here rather than behind the body: reading what a stranger sends costs memory and time.
      if (route.signedIn && !principal && !isForm(request, route)) return refuseAnonymous(request, reply, route);
      const caller: Caller = {
        principal,
        clientAddress,
        baseUrl,
        sshPrefix: sshPrefixOf(this.ssh, baseUrl),
        correlationId: request.id,
      };
      attachCaller(request.raw, caller);
      notePageCaller(request, caller);
      routes.set(request, { route, caller });
    } catch (error) {
      if (error instanceof RetryLater) return answerRetryLater(reply, error.limit, asksForPage(request));
      this.options.log(error, request.id);
      return refuseFor(request, reply, Unavailable());
    }
  }

  /** No such route. Its page has the navigation of the browser's user. */
  private async refuseUnknown(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    this.reportUnlisted(request);
    const baseUrl = this.options.url ?? baseUrlOf(request);
    const sessionId = baseUrl === undefined ? undefined : sessionIdOf(request.headers, baseUrl);
    if (!asksForPage(request) || baseUrl === undefined || sessionId === undefined)
      return refuseFor(request, reply, RouteNotFound());
    try {
      const principal = await this.authenticator.session(sessionId);
      await this.limits.count(principal, request.ip);
      notePageCaller(request, { principal, clientAddress: request.ip, baseUrl, correlationId: request.id });
    } catch (error) {
      if (error instanceof RetryLater) return answerRetryLater(reply, error.limit, true);
      this.options.log(error, request.id);
    }
    return refuseFor(request, reply, RouteNotFound());
  }

  private count(
    request: FastifyRequest,
    reply: FastifyReply,
    route: Route,
    principal: Principal | null,
  ): Promise<void> {
    if (!principal && beginsGit(request, route)) return this.countGit(request, reply);
    if (!principal && route.costly) return this.limits.countCostly(request.ip);
    if (!route.ofRunners || principal) return this.limits.count(principal, request.ip);
    const token = request.headers['job-token'];
    return this.limits.countRunner(typeof token === 'string' ? token : undefined, request.ip);
  }

  /** Whether it is an anonymous request is known from its answer, or when the client does not wait for one. */
  private async countGit({ id, ip }: FastifyRequest, { raw }: FastifyReply): Promise<void> {
    await this.limits.countGit(ip);
    raw.once('close', () => {
      if (raw.statusCode === 401) return;
      this.limits.countAnonymousGit(ip).catch((error: unknown) => this.options.log(error, id));
    });
  }

  /** A runner's token is good or bad once its endpoint has answered; beyond its own limit (429) it may be good. */
  private async leave(request: FastifyRequest, { statusCode }: FastifyReply): Promise<void> {
    const { route, caller } = routes.get(request) ?? {};
    if (!route?.ofRunners || caller?.principal || statusCode < 400 || statusCode === 429 || statusCode >= 500) return;
    await this.limits.countRefused(request.ip);
  }

  private async identify(
    { raw, ip }: FastifyRequest,
    reply: FastifyReply,
    route: Route,
    baseUrl: string,
  ): Promise<Identification> {
    if (route.credentials === 'own') return { principal: null };
    if (route.credentials !== 'session') {
      const identified = await this.authenticator.identify(raw, reply.raw, route, ip);
      if (route.credentials === 'token' || 'failed' in identified || identified.principal) return identified;
    }
    return { principal: await this.authenticator.session(sessionIdOf(raw.headers, baseUrl)) };
  }

  /** Logs a handler of this process that is missing in the route table: for clients it answers 404. */
  private reportUnlisted({ method, routeOptions }: FastifyRequest): void {
    const { url } = routeOptions;
    if (url === undefined || url.includes('*')) return;
    this.options.warn(`${method} ${url} has a handler, but is no endpoint of a service`);
  }
}

/** git sends its credential only after it was asked for one. */
function beginsGit({ method, url, headers }: FastifyRequest, { git }: Route): boolean {
  return git && method === 'GET' && /\/info\/refs(?:\?|$)/.test(url) && headers.authorization === undefined;
}

/** A browser outside the API gets a page. */
export function refuseFor(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  return asksForPage(request) ? refuseWithPage(reply, refusal.status) : refuse(reply, refusal);
}

/** Programs that take anything send such a header, too, and forms of theirs. */
function asksForPage(request: FastifyRequest): boolean {
  const reads = request.method === 'GET' || request.method === 'HEAD';
  return reads && acceptsPage(request);
}

/** A form whose session has ended: the page's service reads it, since what was typed is kept. */
function isForm({ method }: FastifyRequest, { credentials }: Route): boolean {
  return credentials === 'session' && method === 'POST';
}

/** A browser signs in and comes back. */
function refuseAnonymous({ url }: FastifyRequest, reply: FastifyReply, route: Route): FastifyReply {
  if (route.credentials !== 'session') return refuse(reply, Unauthorized());
  return reply
    .code(303)
    .headers({ location: signInAddress(url), 'cache-control': 'no-store' })
    .send();
}

function answerOptions(verbs: readonly string[], reply: FastifyReply): FastifyReply {
  if (verbs.length === 0) return refuse(reply, RouteNotFound());
  return reply
    .code(204)
    .header('allow', ['OPTIONS', ...verbs].join(', '))
    .send();
}

/** git shows the text of a refused sign-in. Every reason looks the same from outside, but for a password that was right. */
function refuseCredential(reply: FastifyReply, route: Route, outcome: FailedOutcome): FastifyReply {
  if (!route.git) return refuse(reply, credentialRefusals[outcome]());
  return reply
    .code(401)
    .header('www-authenticate', 'Basic realm="GitLab"')
    .type('text/plain; charset=utf-8')
    .send(outcome === 'second-factor' ? TOKEN_NEEDED : 'HTTP Basic: Access denied');
}

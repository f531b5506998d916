import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Caller, Principal, Scope } from '@hearth/contract-kit';
import { AccessResolver, Callers, mayHaveAbility, type Ability } from '@hearth/access';
import { setActor, setTarget } from '@hearth/telemetry';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { EndpointCall, type Access } from './call.js';
import { attachCall, endpointOf } from './endpoint.js';
import type { EndpointDescription } from './endpoint-description.js';
import { JSON_LIMIT } from './parameters/json-body.js';
import { expectStream } from './parameters/body-deadlines.js';
import { RequestBody, mediaType } from './parameters/request-body.js';
import { acceptsPage, expectPage } from './browser/failure-pages.js';
import { FormNotTaken, sentForm } from './browser/form-not-taken.js';
import { PageSession, isFromOwnPage, isSurelyFromOwnPage } from './browser/page-session.js';
import { notePageCaller } from './browser/page-caller.js';
import { rawRouteOf } from './raw-route.js';
import {
  Forbidden,
  GroupNotFound,
  InsufficientScope,
  InvalidParameters,
  ProjectNotFound,
  RouteNotFound,
  SudoNeedsAdmin,
  SudoUserNotFound,
  Unauthorized,
  UnsupportedMediaType,
  UserBlocked,
} from './refusals.js';
import { nameRoute } from './route-name.js';
import { groupReference, projectReference, userReference } from './parameters/v4.js';

/** Whether responses are validated against their declared schemas. */
export const CHECK_RESPONSES = Symbol('hearth:check-responses');

/** Runs every check of an endpoint in the order of the v4 API and attaches the checked call for the handler. */
@Injectable()
export class EndpointGuard implements CanActivate {
  constructor(
    private readonly callers: Callers,
    private readonly access: AccessResolver,
    @Inject(CHECK_RESPONSES) private readonly checked: boolean,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const endpoint = endpointOf(context.getHandler());
    if (!endpoint) {
      const route = rawRouteOf(context.getHandler());
      if (!route?.matches(request)) throw RouteNotFound();
      nameRoute(request, route.pattern.source);
      if (request.body !== undefined && !route.takes.test(mediaType(request))) throw UnsupportedMediaType();
      expectStream(request);
      return true;
    }
    if (endpoint.returns.kind === 'html' || isOpenedInBrowser(endpoint, request)) expectPage(request);
    attachCall(request, await this.check(endpoint, request, http.getResponse<FastifyReply>()));
    return true;
  }

  private async check(
    endpoint: EndpointDescription,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<EndpointCall<unknown>> {
    const sender = await this.callers.of(request.raw);
    notePageCaller(request, sender);
    if (!sender.principal && endpoint.anonymous !== 'allowed')
      throw await anonymousRefusal(endpoint, request, reply, sender);
    await this.requireScopeBeforeBody(endpoint, sender, request);
    // Only authenticated callers may send a large body.
    const jsonLimit = sender.principal ? endpoint.jsonLimit : undefined;
    const content = await contentOf(endpoint, request);
    const form = formOf(endpoint, request);
    const merged = await mergedParams(jsonLimit, request, reply, content !== undefined || form !== undefined);
    const caller = await this.impersonate(sender, request, merged['sudo'] ?? request.headers['sudo']);
    checkScope(endpoint, caller);
    const { can } = endpoint;
    const first = firstAbility(endpoint);
    let access = first && (await this.authorize(first, request, caller));
    const session = pageSession(endpoint, request, merged, caller.baseUrl);
    const params = parseParams(endpoint.params, merged);
    if (endpoint.admin && !caller.principal?.admin) throw Forbidden();
    if (can && can !== first) access = await this.authorize(can, request, caller, access);
    return new EndpointCall(params, caller, access, {
      request,
      reply,
      checked: this.checked,
      ...(session && { session }),
      ...(content && { content }),
      ...(form && { form }),
    });
  }

  /** Refuses a token without the endpoint's scope before the body is read, unless the body could name a user for an admin to act as. */
  private async requireScopeBeforeBody(
    endpoint: EndpointDescription,
    sender: Caller,
    request: FastifyRequest,
  ): Promise<void> {
    const { principal } = sender;
    if (principal?.admin && mayUseSudo(principal)) return;
    const sudo = (request.query as { sudo?: unknown }).sudo ?? request.headers['sudo'];
    if (!opens(endpoint, sender)) await this.impersonate(sender, request, sudo);
    checkScope(endpoint, sender);
  }

  /** Returns the caller as whom an admin wants to act: the whole request is then that user's, permissions and errors included. */
  private async impersonate(caller: Caller, { method, url }: FastifyRequest, sudo: unknown): Promise<Caller> {
    if (sudo === undefined || sudo === '') return caller;
    const { principal: admin } = caller;
    if (!admin) throw Unauthorized();
    if (!admin.admin) throw SudoNeedsAdmin();
    if (!mayUseSudo(admin)) throw InsufficientScope({ accepted: ['sudo'] });
    const user = typeof sudo === 'number' ? String(sudo) : sudo;
    if (typeof user !== 'string') throw InvalidParameters({ failures: ['sudo is invalid'] });
    const path = url.split('?', 1)[0]!.slice(0, LONGEST_AUDITED_PATH);
    const { principal, blocked } = await this.access.actAs(userReference(user), { method, path });
    if (!principal) throw SudoUserNotFound({ user });
    if (blocked) throw UserBlocked();
    setActor(principal.userId, { admin: admin.userId });
    return { ...caller, principal: { ...principal, actingAdminId: admin.userId } };
  }

  /** @param known the access, if it was resolved before */
  private async authorize(
    can: Ability,
    request: FastifyRequest,
    { principal }: Caller,
    known?: Access,
  ): Promise<Access> {
    const { id } = request.params as { id: string };
    const access =
      known ??
      (can.on === 'group'
        ? await this.access.group(groupReference(id), principal)
        : await this.access.project(projectReference(id), principal));
    if (!access) throw can.on === 'group' ? GroupNotFound() : ProjectNotFound();
    if (!mayHaveAbility(can, access, principal)) throw Forbidden();
    if ('project' in access) setTarget({ type: 'project', id: access.project.id, name: access.project.fullPath });
    else setTarget({ type: 'group', id: access.group.id, name: access.group.fullPath });
    return access;
  }
}

/** Returns the ability that is checked before the parameters. */
function firstAbility({ can, authorize }: EndpointDescription): Ability | undefined {
  if (authorize === 'before-params') return can;
  return typeof authorize === 'object' ? authorize : undefined;
}

/** Returns true for a file outside the API, such as a picture, that a browser opens by its address. */
function isOpenedInBrowser({ returns, at }: EndpointDescription, request: FastifyRequest): boolean {
  return returns.kind === 'stream' && at === 'root' && acceptsPage(request);
}

/** Longest path, in characters, in the audit record of a request that runs as another user. */
const LONGEST_AUDITED_PATH = 1_000;

/**
 * Whether an admin's token may act as other users. An application's token needs the scope for it: an admin who lets an application use the API has
 * not agreed to that.
 */
function mayUseSudo(principal: Principal): boolean {
  return hasScope(principal, principal.credential.kind === 'oauth' ? ['sudo'] : ['api', 'sudo']);
}

/** The scopes of which one is required, by the declaration of the endpoint. */
const ACCEPTED_SCOPES: Record<NonNullable<EndpointDescription['scope']>, readonly Scope[]> = {
  api: ['api'],
  read_user: ['read_user', 'api'],
  any: ['api', 'read_api', 'read_user', 'read_repository', 'write_repository'],
};

function hasScope({ credential }: Principal, accepted: readonly Scope[]): boolean {
  return credential.scopes.some((scope) => accepted.includes(scope));
}

function checkScope(endpoint: EndpointDescription, caller: Caller): void {
  if (!opens(endpoint, caller)) throw InsufficientScope({ accepted: acceptedScopes(endpoint) });
}

/** Whether the caller's token has a scope of the endpoint; anonymous callers have no token. */
function opens(endpoint: EndpointDescription, { principal }: Caller): boolean {
  const { returns, credentials, jobTokens = false } = endpoint;
  if (principal === null || returns.kind === 'html') return true;
  if (principal.credential.kind === 'job') return jobTokens;
  // A session, which has no scopes, shows the pictures of its user's pages.
  if (credentials === 'token-or-session' && principal.credential.kind === 'session') return true;
  return hasScope(principal, acceptedScopes(endpoint));
}

/**
 * Returns the browser of a page.
 * @throws Forbidden for a form that was not sent from a page of Hearth; FormNotTaken for one that was not made for this session
 */
function pageSession(
  endpoint: EndpointDescription,
  request: FastifyRequest,
  merged: Record<string, unknown>,
  baseUrl: string,
): PageSession | undefined {
  if (endpoint.returns.kind !== 'html') return undefined;
  const { headers } = request;
  const session = PageSession.of(headers, baseUrl);
  if (isRead(request)) return session;
  if (!isFromOwnPage(headers, baseUrl)) throw Forbidden();
  if (session.accepts(merged['authenticity_token'])) return session;
  const isKept = endpoint.keepsForm !== false && isSurelyFromOwnPage(headers, baseUrl);
  throw new FormNotTaken('old', session, isKept ? sentForm(request, merged, endpoint.params) : undefined);
}

/** Returns the refusal of an anonymous request; a browser's form is kept until its sender has signed in. */
async function anonymousRefusal(
  endpoint: EndpointDescription,
  request: FastifyRequest,
  reply: FastifyReply,
  { baseUrl }: Caller,
): Promise<Error> {
  if (endpoint.returns.kind !== 'html' || isRead(request) || !isFromOwnPage(request.headers, baseUrl))
    return Unauthorized();
  const session = PageSession.of(request.headers, baseUrl);
  const isKept = endpoint.keepsForm !== false && isSurelyFromOwnPage(request.headers, baseUrl);
  const merged = isKept ? await mergedParams(undefined, request, reply, false) : undefined;
  return new FormNotTaken('ended', session, merged && sentForm(request, merged, endpoint.params));
}

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Returns the scopes of which one is required; `read_api` opens every read of the API. */
function acceptedScopes({ scope = 'api', method }: EndpointDescription): readonly Scope[] {
  const accepted = ACCEPTED_SCOPES[scope];
  return method !== 'GET' || accepted.includes('read_api') ? accepted : [...accepted, 'read_api'];
}

/** Returns the body of an endpoint that takes content; undefined where bodies are parameters. */
async function contentOf({ contentLimit }: EndpointDescription, { body }: FastifyRequest): Promise<Buffer | undefined> {
  if (contentLimit === undefined) return undefined;
  return body instanceof RequestBody ? body.whole(contentLimit) : Buffer.alloc(0);
}

/** Returns the body of an endpoint that takes a file as a stream, without a time limit. */
function formOf({ receives }: EndpointDescription, request: FastifyRequest): RequestBody | undefined {
  if (receives === undefined || !(request.body instanceof RequestBody)) return undefined;
  expectStream(request);
  return request.body;
}

/** Merges query, body and path into one set of parameters; the path wins, then the body. */
async function mergedParams(
  jsonLimit = JSON_LIMIT,
  { query, body, params }: FastifyRequest,
  reply: FastifyReply,
  isContent: boolean,
): Promise<Record<string, unknown>> {
  const sent = body instanceof RequestBody && !isContent ? await body.read(jsonLimit, reply) : undefined;
  const inBody = sent && typeof sent === 'object' && !Array.isArray(sent) ? sent : {};
  return { ...(query as object), ...inBody, ...(params as object) };
}

function parseParams(schema: z.ZodType, merged: Record<string, unknown>): unknown {
  const parsed = schema.safeParse(merged, { error: defaultFailure });
  if (!parsed.success) throw InvalidParameters({ failures: [...new Set(parsed.error.issues.map(failureText))] });
  return parsed.data;
}

/** Returns the message of a type that has none of its own. */
function defaultFailure({ input }: { input?: unknown }): string {
  return input === undefined ? 'is missing' : 'is invalid';
}

/** Formats a failure. A list fails as a whole, whichever of its items are invalid; in a list of hashes the invalid fields are named. */
function failureText({ path, message }: z.core.$ZodIssue): string {
  const [name, ...rest] = typeof path.at(-1) === 'number' ? path.slice(0, -1) : path;
  if (name === undefined) return message;
  return `${String(name)}${rest.map((key) => `[${String(key)}]`).join('')} ${message}`;
}

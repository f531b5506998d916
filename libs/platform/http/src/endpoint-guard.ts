import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Caller, Principal, Scope } from '@hearth/contract-kit';
import { AccessResolver, Callers, may, type Ability } from '@hearth/access';
import { learnActor } from '@hearth/telemetry';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { EndpointCall, type Access } from './call.js';
import { attachCall, endpointOf, type EndpointDescription } from './endpoint.js';
import { JsonText } from './parameters/json-text.js';
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
  UserBlocked,
} from './refusals.js';
import { nameRoute } from './route-name.js';
import { groupReference, projectReference, userReference } from './parameters/v4.js';

/** Whether answers are held against their declared schemas. */
export const CHECK_RESPONSES = Symbol('hearth:check-responses');

/** Runs every check of an endpoint in the order of the v4 API and leaves the checked call for the handler. */
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
      return true;
    }
    attachCall(request, await this.check(endpoint, request, http.getResponse<FastifyReply>()));
    return true;
  }

  private async check(
    endpoint: EndpointDescription,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<EndpointCall<unknown>> {
    const sender = await this.callers.of(request.raw);
    if (!sender.principal && endpoint.anonymous !== 'allowed') throw Unauthorized();
    const merged = mergedParams(request);
    const caller = await this.impersonate(sender, merged['sudo'] ?? request.headers['sudo']);
    checkScope(endpoint, caller);
    let access: Access | undefined;
    if (endpoint.can && endpoint.authorize === 'before-params')
      access = await this.authorize(endpoint.can, request, caller);
    const params = parseParams(endpoint.params, merged);
    if (endpoint.admin && !caller.principal?.admin) throw Forbidden();
    if (endpoint.can && !access) access = await this.authorize(endpoint.can, request, caller);
    return new EndpointCall(params, caller, access, { request, reply, checked: this.checked });
  }

  /** The caller as whom an admin wants to act: the whole request is then that user's, rights and errors included. */
  private async impersonate(caller: Caller, sudo: unknown): Promise<Caller> {
    if (sudo === undefined || sudo === '') return caller;
    const { principal: admin } = caller;
    if (!admin) throw Unauthorized();
    if (!admin.admin) throw SudoNeedsAdmin();
    if (!hasScope(admin, SUDO_SCOPES)) throw InsufficientScope({ accepted: ['sudo'] });
    const user = typeof sudo === 'number' ? String(sudo) : sudo;
    if (typeof user !== 'string') throw InvalidParameters({ failures: ['sudo is invalid'] });
    const { principal, blocked } = await this.access.actAs(userReference(user));
    if (!principal) throw SudoUserNotFound({ user });
    if (blocked) throw UserBlocked();
    learnActor(principal.userId);
    return { ...caller, principal: { ...principal, actingAdminId: admin.userId } };
  }

  private async authorize(can: Ability, request: FastifyRequest, { principal }: Caller): Promise<Access> {
    const { id } = request.params as { id: string };
    const access =
      can.on === 'group'
        ? await this.access.group(groupReference(id), principal)
        : await this.access.project(projectReference(id), principal);
    if (!access) throw can.on === 'group' ? GroupNotFound() : ProjectNotFound();
    if (!may(can, access, principal)) throw Forbidden();
    return access;
  }
}

/** An admin's token with one of these acts as others. */
const SUDO_SCOPES: readonly Scope[] = ['api', 'sudo'];

/** The scopes of which one suffices, by what an endpoint declares. */
const ACCEPTED_SCOPES: Record<NonNullable<EndpointDescription['scope']>, readonly Scope[]> = {
  api: ['api'],
  read_user: ['read_user', 'api'],
  any: ['api', 'read_user', 'read_repository', 'write_repository'],
};

function hasScope({ credential }: Principal, accepted: readonly Scope[]): boolean {
  return credential.scopes.some((scope) => accepted.includes(scope));
}

function checkScope(endpoint: EndpointDescription, { principal }: Caller): void {
  if (!principal) return;
  const accepted = ACCEPTED_SCOPES[endpoint.scope ?? 'api'];
  if (!hasScope(principal, accepted)) throw InsufficientScope({ accepted });
}

/**
 * Query, body and path are one set of parameters; the path wins, then the body.
 * @throws MalformedJson
 */
function mergedParams({ query, body, params }: FastifyRequest): Record<string, unknown> {
  const sent = body instanceof JsonText ? body.parse() : body;
  const inBody = sent && typeof sent === 'object' && !Array.isArray(sent) ? sent : {};
  return { ...(query as object), ...inBody, ...(params as object) };
}

function parseParams(schema: z.ZodType, merged: Record<string, unknown>): unknown {
  const parsed = schema.safeParse(merged, { error: defaultFailure });
  if (!parsed.success) throw InvalidParameters({ failures: [...new Set(parsed.error.issues.map(failureText))] });
  return parsed.data;
}

/** What a type says that has no words of its own. */
function defaultFailure({ input }: { input?: unknown }): string {
  return input === undefined ? 'is missing' : 'is invalid';
}

/** A list fails as a whole, whichever of its items are wrong; of a list of hashes, the fields that are wrong are named. */
function failureText({ path, message }: z.core.$ZodIssue): string {
  const [name, ...rest] = typeof path.at(-1) === 'number' ? path.slice(0, -1) : path;
  if (name === undefined) return message;
  return `${String(name)}${rest.map((key) => `[${String(key)}]`).join('')} ${message}`;
}

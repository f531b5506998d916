import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Caller, ProjectAccess } from '@hearth/contract-kit';
import { AccessResolver, Callers, may } from '@hearth/access';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { EndpointCall } from './call.js';
import { attachCall, endpointOf, type EndpointDescription } from './endpoint.js';
import { rawRouteOf } from './raw-route.js';
import {
  Forbidden,
  InsufficientScope,
  InvalidParameters,
  ProjectNotFound,
  RouteNotFound,
  Unauthorized,
} from './refusals.js';
import { nameRoute } from './route-name.js';
import { projectReference } from './v4.js';

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
    const caller = await this.callers.of(request.raw);
    checkCredential(endpoint, caller);
    let access: ProjectAccess | undefined;
    if (endpoint.can && endpoint.authorize === 'before-params')
      access = await this.authorize(endpoint, request, caller);
    const params = parseParams(endpoint.params, request);
    if (endpoint.admin && !caller.principal?.admin) throw Forbidden();
    if (endpoint.can && !access) access = await this.authorize(endpoint, request, caller);
    return new EndpointCall(params, caller, access, { request, reply, checked: this.checked });
  }

  private async authorize(
    endpoint: EndpointDescription,
    request: FastifyRequest,
    caller: Caller,
  ): Promise<ProjectAccess> {
    const { id } = request.params as { id: string };
    const access = await this.access.project(projectReference(id), caller.principal);
    if (!access) throw ProjectNotFound();
    if (!may(endpoint.can!, access, caller.principal)) throw Forbidden();
    return access;
  }
}

function checkCredential(endpoint: EndpointDescription, { principal }: Caller): void {
  if (!principal) {
    if (endpoint.anonymous === 'allowed') return;
    throw Unauthorized();
  }
  const accepted = endpoint.scope === 'read_user' ? ['read_user', 'api'] : ['api'];
  if (!principal.credential.scopes.some((scope) => accepted.includes(scope))) throw InsufficientScope({ accepted });
}

/** Query, body and path are one set of parameters; the path wins, then the body. */
function parseParams(schema: z.ZodType, request: FastifyRequest): unknown {
  const body = request.body && typeof request.body === 'object' && !Array.isArray(request.body) ? request.body : {};
  const merged = { ...(request.query as object), ...body, ...(request.params as object) };
  const parsed = schema.safeParse(merged);
  if (!parsed.success) throw InvalidParameters({ failures: parsed.error.issues.map(failureText) });
  return parsed.data;
}

function failureText({ path, message }: z.core.$ZodIssue): string {
  const [name, ...rest] = path;
  if (name === undefined) return message;
  return `${String(name)}${rest.map((key) => `[${String(key)}]`).join('')} ${message}`;
}

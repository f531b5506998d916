import { Refusal, type AnyRefusalDefinition } from '@hearth/contract-kit';
import type { EndpointDescription } from './endpoint-description.js';
import { parameterSchemas } from './openapi/schemas.js';
import {
  EntityTooLarge,
  Forbidden,
  GroupNotFound,
  InsufficientScope,
  InvalidParameters,
  KeysetUnavailable,
  MalformedJson,
  PreconditionFailed,
  ProjectNotFound,
  RouteNotFound,
  SudoUserNotFound,
  Unauthorized,
  UnsupportedContentType,
  UserBlocked,
} from './refusals.js';

/**
 * Lists every refusal that an endpoint may answer with, without server errors: those of the framework that follow from the rest of the
 * declaration, then its own.
 */
export function refusalsOf({
  method,
  path,
  params,
  returns,
  can,
  refuses = [],
}: EndpointDescription): AnyRefusalDefinition[] {
  return [
    InvalidParameters,
    // Also for endpoints that allow anonymous callers: an invalid credential is refused everywhere.
    Unauthorized,
    ...[InsufficientScope, UserBlocked, Forbidden],
    ...(can ? [can.on === 'group' ? GroupNotFound : ProjectNotFound] : []),
    ...(path.includes(':') ? [RouteNotFound] : []),
    SudoUserNotFound,
    ...('pagination' in parameterSchemas(params).properties ? [KeysetUnavailable] : []),
    ...(method === 'DELETE' && returns.kind === 'empty' ? [PreconditionFailed] : []),
    ...(method === 'GET' ? [] : [MalformedJson, UnsupportedContentType, EntityTooLarge]),
    ...refuses,
  ];
}

/**
 * Checks that an endpoint declares the refusal that its handler threw; other errors and server errors pass.
 * @throws an Error that names the refusal: the request then fails with 500
 */
export function requireDeclared(endpoint: EndpointDescription, error: unknown): void {
  if (!(error instanceof Refusal) || error.status >= 500) return;
  if (refusalsOf(endpoint).some((declared) => declared.is(error))) return;
  throw new Error(`${endpoint.method} ${endpoint.path} refuses what it does not declare: ${error.code}`, {
    cause: error,
  });
}

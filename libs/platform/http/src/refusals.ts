import { defineRefusal } from '@hearth/contract-kit';

/** Refusals of the frame itself; those of a resource stand in its service. */
/** A malformed HTTP request. */
export const BadRequest = defineRefusal('bad-request', 400, { message: '400 Bad Request' });
export const Unauthorized = defineRefusal('unauthorized', 401, { message: '401 Unauthorized' });
export const Forbidden = defineRefusal('forbidden', 403, { message: '403 Forbidden' });
export const ProjectNotFound = defineRefusal('project-not-found', 404, { message: '404 Project Not Found' });
export const GroupNotFound = defineRefusal('group-not-found', 404, { message: '404 Group Not Found' });
export const RouteNotFound = defineRefusal('route-not-found', 404, { error: '404 Not Found' });
/** Sent without its body. */
export const NotModified = defineRefusal('not-modified', 304, { message: '304 Not Modified' });
/** The record of a HEAD exists, on endpoints that declare `head: 204`. Sent without a body. */
export const NoContent = defineRefusal('no-content', 204, { message: '204 No Content' });
/** The record has changed since the time in If-Unmodified-Since. */
export const PreconditionFailed = defineRefusal('precondition-failed', 412, { message: '412 Precondition Failed' });
export const EntityTooLarge = defineRefusal('entity-too-large', 413, { message: '413 Request Entity Too Large' });
export const RequestTimeout = defineRefusal('request-timeout', 408, { message: '408 Request Timeout' });
export const InternalError = defineRefusal('internal-error', 500, { message: '500 Internal Server Error' });
export const Unavailable = defineRefusal('unavailable', 503, { message: '503 Service Unavailable' });

/** Large request bodies have used up the memory that the process allows for them. */
export const TooManyLargeBodies = defineRefusal(
  'too-many-large-bodies',
  503,
  { message: '503 Service Unavailable' },
  { 'retry-after': '1' },
);

/** A limit that a caller has reached. */
export interface ReachedLimit {
  /** `user`, `token`, `address`, `costly`, `job`, `refused`, `git`, `sign-in`, or that of an endpoint's own. */
  readonly name: string;
  /** Number of requests that it allows per interval. */
  readonly allowed: number;
  /** Seconds until the interval begins anew. */
  readonly retryAfterSeconds: number;
}

/** The headers with which clients of the v4 API read a limit. */
export function limitHeaders({ name, allowed, retryAfterSeconds }: ReachedLimit): Record<string, string> {
  const resetAt = Math.ceil(Date.now() / 1000) + retryAfterSeconds;
  return {
    'retry-after': `${retryAfterSeconds}`,
    'ratelimit-name': name,
    'ratelimit-limit': `${allowed}`,
    'ratelimit-remaining': '0',
    'ratelimit-reset': `${resetAt}`,
    'ratelimit-resettime': new Date(resetAt * 1000).toUTCString(),
  };
}

export const TooManyRequests = defineRefusal<ReachedLimit>('too-many-requests', 429, 'Retry later', limitHeaders);

export const InvalidParameters = defineRefusal<{ failures: readonly string[] }>(
  'invalid-parameters',
  400,
  ({ failures }) => ({
    error: failures.join(', '),
  }),
);

export const InsufficientScope = defineRefusal<{ accepted: readonly string[] }>(
  'insufficient-scope',
  403,
  ({ accepted }) => ({
    error: 'insufficient_scope',
    error_description: 'The request requires higher privileges than provided by the access token.',
    scope: accepted.join(' '),
  }),
);

export const MalformedMultipart = defineRefusal('malformed-multipart', 400, { error: 'The form cannot be read.' });

export const MalformedJson = defineRefusal('malformed-json', 400, {
  error:
    "\nProblem:\n  message body does not match declared format\nResolution:\n  when specifying application/json as content-type, you must pass valid application/json in the request's 'body'\n",
});

export const UnsupportedContentType = defineRefusal<{ type: string }>('unsupported-content-type', 406, ({ type }) => ({
  error: `The requested content-type '${type}' is not supported.`,
}));

/** Refusal of raw routes. */
export const UnsupportedMediaType = defineRefusal('unsupported-media-type', 415, {
  message: '415 Unsupported Media Type',
});

export const UserBlocked = defineRefusal('user-blocked', 403, { message: '403 Forbidden - User is blocked' });

export const SudoNeedsAdmin = defineRefusal('sudo-needs-admin', 403, {
  message: '403 Forbidden - Must be admin to use sudo',
});

export const SudoUserNotFound = defineRefusal<{ user: string }>('sudo-user-not-found', 404, ({ user }) => ({
  message: `404 User with ID or username '${user}' Not Found`,
}));

export const KeysetUnavailable = defineRefusal('keyset-unavailable', 405, {
  error: 'Keyset pagination is not yet available for this type of request',
});

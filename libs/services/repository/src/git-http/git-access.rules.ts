import { may } from '@hearth/access';
import type { Principal, ProjectAccess, Scope } from '@hearth/contract-kit';
import { abilities } from '../abilities.js';
import type { GitService } from '../git/transport/advertise.js';
import { PUSH_REFUSALS } from '../protection/push.rules.js';

/** Refusal that git shows to its user. */
export interface GitRefusal {
  readonly status: number;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Git repeats a request with credentials only after this response, header included. */
export const SIGN_IN: GitRefusal = {
  status: 401,
  text: 'HTTP Basic: Access denied',
  headers: { 'www-authenticate': 'Basic realm="GitLab"' },
};
export const PROJECT_HIDDEN: GitRefusal = {
  status: 404,
  text: 'The project you were looking for could not be found.',
};
export const NO_DOWNLOAD: GitRefusal = {
  status: 403,
  text: 'You are not allowed to download code from this project.',
};
export const NO_PUSH: GitRefusal = { status: 403, text: PUSH_REFUSALS.pushCode };
/** The deploy key may read the project only. */
export const KEY_CANNOT_PUSH: GitRefusal = {
  status: 403,
  text: 'This deploy key does not have write access to this project.',
};
export const NO_SCOPE: GitRefusal = {
  status: 403,
  text: 'The request requires higher privileges than provided by the access token.',
};
export const DUMB_PROTOCOL: GitRefusal = {
  status: 403,
  text: 'Only the smart HTTP protocol is supported. Please use a newer git.',
};
export const WRONG_TYPE: GitRefusal = { status: 415, text: 'The content type is not the one of this git service.' };
export const STOPPING: GitRefusal = {
  status: 503,
  text: 'The server is being restarted. Please try again.',
  headers: { 'retry-after': '5' },
};

/** The import or the fork is not finished. */
export const UNFINISHED: GitRefusal = {
  status: 503,
  text: 'The repository is being copied. Please try again when the import has finished.',
  headers: { 'retry-after': '5' },
};

/** An admin has set maintenance for the storage. */
export const IN_MAINTENANCE: GitRefusal = {
  status: 503,
  text: 'The storage of this repository is in maintenance: it can be read, and takes no pushes for now. Please try again later.',
  headers: { 'retry-after': '60' },
};

export const TOO_BUSY: GitRefusal = {
  status: 503,
  text: 'Too many fetches and pushes are running at once. Please try again in a few seconds.',
  headers: { 'retry-after': '10' },
};
export const TOO_LARGE: GitRefusal = {
  status: 413,
  text: 'The request is larger than 10 MiB. Please ask for fewer refs at once.',
};

const SCOPES: Record<GitService, readonly Scope[]> = {
  'git-upload-pack': ['api', 'read_repository', 'write_repository'],
  'git-receive-pack': ['api', 'write_repository'],
};

/** Returns a refusal that does not depend on the project: anonymous pushes, and tokens without the needed scope. */
export function refusalOfCaller(service: GitService, principal: Principal | null): GitRefusal | null {
  if (principal === null) return service === 'git-receive-pack' ? SIGN_IN : null;
  const { scopes } = principal.credential;
  return scopes.some((scope) => SCOPES[service].includes(scope)) ? null : NO_SCOPE;
}

/** @param access null when the project is unknown or hidden: the response is the same for both */
export function refusalOfAccess(
  service: GitService,
  principal: Principal | null,
  access: ProjectAccess | null,
): GitRefusal | null {
  if (access === null) return principal === null ? SIGN_IN : PROJECT_HIDDEN;
  const ability = service === 'git-receive-pack' ? abilities.pushCode : abilities.downloadCode;
  if (may(ability, access, principal)) return null;
  if (principal === null) return SIGN_IN;
  if (service === 'git-upload-pack') return NO_DOWNLOAD;
  return principal.credential.kind === 'deploy-key' ? KEY_CANNOT_PUSH : NO_PUSH;
}

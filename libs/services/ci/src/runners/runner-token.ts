import { randomBytes } from 'node:crypto';

/** Database column of runners' tokens. */
export const RUNNER_TOKEN = { service: 'ci', table: 'runners', column: 'token' } as const;

/** Prefix by which current runners recognise the token of a runner that a user has created. */
export const CREATED_PREFIX = 'glrt-';
const RANDOM_BYTES = 15;

/** Returns hex digits, because gitlab-runner's command line would parse a token that begins with a hyphen as an option. */
export function newRunnerToken(kind: 'registered' | 'created'): string {
  return `${kind === 'created' ? CREATED_PREFIX : ''}${randomBytes(RANDOM_BYTES).toString('hex')}`;
}

/** Returns a replacement for a token, of the same kind. */
export function successorOf(token: string): string {
  return newRunnerToken(token.startsWith(CREATED_PREFIX) ? 'created' : 'registered');
}

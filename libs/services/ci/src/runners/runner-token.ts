import { randomBytes } from 'node:crypto';

/** Where the tokens of runners are stored. */
export const RUNNER_TOKEN = { service: 'ci', table: 'runners', column: 'token' } as const;

/** By which current runners recognise the token of a runner that somebody has created for them. */
export const CREATED_PREFIX = 'glrt-';
const RANDOM_BYTES = 15;

/** Hex digits: the command line of gitlab-runner takes a token that begins with a hyphen for an option. */
export function newRunnerToken(kind: 'registered' | 'created'): string {
  return `${kind === 'created' ? CREATED_PREFIX : ''}${randomBytes(RANDOM_BYTES).toString('hex')}`;
}

/** A token to replace another one, of the same kind. */
export function successorOf(token: string): string {
  return newRunnerToken(token.startsWith(CREATED_PREFIX) ? 'created' : 'registered');
}

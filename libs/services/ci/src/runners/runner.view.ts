import { secretText } from '@hearth/contract-kit';
import { z } from 'zod';
import { RUNNER_STATUSES, isOnline, runnerStatus } from './runner.rules.js';
import type { Runner } from './runners.store.js';

/** The runner record of lists. */
export const RunnerView = z.strictObject({
  id: z.int(),
  description: z.string().nullable(),
  active: z.boolean(),
  is_shared: z.boolean(),
  name: z.string().nullable(),
  online: z.boolean(),
  status: z.enum(RUNNER_STATUSES),
});
export type RunnerView = z.output<typeof RunnerView>;

export function presentRunner(runner: Runner, now: Date): RunnerView {
  const { id, description, active, isShared, name, contactedAt } = runner;
  const online = isOnline(contactedAt, now);
  return { id, description, active, is_shared: isShared, name, online, status: runnerStatus(runner, now) };
}

/** What a runner is answered that registers or proves who it is. */
export const RunnerCredentialsView = z.strictObject({
  id: z.int(),
  token: secretText(),
  token_expires_at: z.null(),
});
export type RunnerCredentialsView = z.output<typeof RunnerCredentialsView>;

/** Tokens of runners do not expire. */
export function presentCredentials({ id, token }: { id: number; token: string }): RunnerCredentialsView {
  return { id, token, token_expires_at: null };
}

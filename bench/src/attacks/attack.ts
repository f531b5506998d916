import { setTimeout as delay } from 'node:timers/promises';

/** Knowledge of the attackers: a public project, an account and tokens of their own. */
export interface Target {
  readonly url: string;
  readonly projectId: number;
  /** The public project's path of git: `/group/project.git`. */
  readonly gitPath: string;
  readonly username: string;
  readonly token: string;
  /** A token that may read its user only. */
  readonly narrowToken: string;
}

/** Counts answers to attackers, by status or by the reason of a failure. */
export type Tally = Record<string, number>;

/** Attacks a system until its process ends. Settles when the attack is under way. */
export type Attack = (target: Target, tally: Tally) => Promise<void>;

export function count(tally: Tally, what: string | number): void {
  tally[what] = (tally[what] ?? 0) + 1;
}

/**
 * Repeats requests for ever, several at a time.
 * @param request returns the status
 * @param pauseMs time between the end of a request and the beginning of the next
 */
export function repeat(tally: Tally, lanes: number, pauseMs: number, request: (lane: number) => Promise<number>): void {
  const repeatOne = async (lane: number): Promise<never> => {
    for (;;) {
      await request(lane).then(
        (status) => count(tally, status),
        () => count(tally, 'cut'),
      );
      await delay(pauseMs);
    }
  };
  for (let lane = 0; lane < lanes; lane++) void repeatOne(lane);
}

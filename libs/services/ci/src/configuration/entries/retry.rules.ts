import { checkKeys, field, isFields, isGiven } from '../checks.rules.js';
import { invalid } from '../configuration-invalid.js';
import { failureReason, FAILURE_REASONS, type FailureReason } from '../../builds/build-status.rules.js';

/** Failures after which a job runs again. */
export interface Retry {
  /** Most automatic retries. */
  readonly max: number;
  /** Limits them to some failures; undefined: all. */
  readonly on?: RetryOn;
}

/** One of the reasons or exit codes has to apply. */
export interface RetryOn {
  readonly reasons: readonly FailureReason[];
  readonly exitCodes: readonly number[];
}

const MOST_RETRIES = 2;
/** Reasons of later releases for which Hearth has others, or never fails a job. */
const LATER_REASONS = [
  ...['job_execution_timeout', 'runner_unsupported', 'stale_schedule', 'archived_failure', 'unmet_prerequisites'],
  ...['scheduler_failure', 'data_integrity_failure', 'image_pull_failure', 'runner_configuration_error'],
];

/** @throws ConfigurationInvalid */
export function retryIn(place: string, value: unknown): Retry | undefined {
  if (!isGiven(value)) return undefined;
  if (!isFields(value)) return { max: retriesIn(place, value) };
  checkKeys(`${place}:retry`, value, ['max', 'when', 'exit_codes']);
  const max = isGiven(field(value, 'max')) ? retriesIn(place, field(value, 'max')) : 0;
  const reasons = reasonsIn(place, field(value, 'when'));
  const exitCodes = exitCodesIn(`${place}:retry`, field(value, 'exit_codes'));
  const isAlways = reasons === 'always' || (!reasons && !exitCodes);
  return isAlways ? { max } : { max, on: { reasons: reasons ?? [], exitCodes: exitCodes ?? [] } };
}

function retriesIn(place: string, value: unknown): number {
  if (typeof value !== 'number') throw invalid(place, 'retry is not a number');
  if (!Number.isInteger(value)) throw invalid(place, 'retry must be an integer');
  if (value < 0) throw invalid(place, 'retry must be greater than or equal to 0');
  if (value > MOST_RETRIES) throw invalid(place, `retry must be less than or equal to ${MOST_RETRIES}`);
  return value;
}

function reasonsIn(place: string, value: unknown): readonly FailureReason[] | 'always' | undefined {
  if (!isGiven(value)) return undefined;
  const words: readonly unknown[] = Array.isArray(value) ? value : [value];
  const known: readonly unknown[] = [...FAILURE_REASONS, ...LATER_REASONS, 'always'];
  const unknown = words.filter((word) => !known.includes(word));
  if (unknown.length > 0)
    throw invalid(`${place}:retry`, `when contains unknown values: ${unknown.map(String).join(', ')}`);
  return words.includes('always') ? 'always' : words.map((word) => failureReason(word as string));
}

/** Reads an exit code, or several. @throws ConfigurationInvalid */
export function exitCodesIn(place: string, value: unknown): readonly number[] | undefined {
  if (!isGiven(value)) return undefined;
  const codes: readonly unknown[] = Array.isArray(value) ? value : [value];
  const areCodes = (given: readonly unknown[]): given is readonly number[] =>
    given.every((code) => Number.isInteger(code));
  if (!areCodes(codes)) throw invalid(place, 'exit codes should be an array of integers or an integer');
  return codes;
}

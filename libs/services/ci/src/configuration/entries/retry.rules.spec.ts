import { readConfiguration } from '../configuration.rules.js';

const job = (settings: string) => {
  const read = readConfiguration(`a: {script: a, ${settings}}`);
  return read.error ?? (read as Extract<typeof read, { error: null }>).configuration.jobs[0]!;
};

describe('retry, timeout, start_in and allow_failure', () => {
  it.each<[string, object]>([
    ['retry: {max: 2}', { retries: 2, options: { script: ['a'] } }],
    ['retry: {max: 1, when: always}', { retries: 1, options: { script: ['a'] } }],
    [
      'retry: {max: 1, when: script_failure}',
      { retries: 1, options: { retryOn: { reasons: ['script_failure'], exitCodes: [] } } },
    ],
    [
      'retry: {max: 2, when: [job_execution_timeout, runner_system_failure], exit_codes: 137}',
      { options: { retryOn: { reasons: ['stuck_or_timeout_failure', 'runner_system_failure'], exitCodes: [137] } } },
    ],
    ['allow_failure: {exit_codes: [1, 137]}', { allowFailure: false, options: { allowedExitCodes: [1, 137] } }],
    ['timeout: 1h 30m', { timeoutSeconds: 5_400 }],
    ['timeout: 3 hours 30 minutes', { timeoutSeconds: 12_600 }],
    ['when: delayed, start_in: 30 minutes', { when: 'delayed', options: { startInSeconds: 1_800 } }],
    ['when: delayed, start_in: 1 week', { allowFailure: false, options: { startInSeconds: 604_800 } }],
    ['interruptible: true', { options: { interruptible: true } }],
    ['interruptible: false', { options: { script: ['a'] } }],
  ])('%s', (settings, expected) => expect(job(settings)).toMatchObject(expected));

  it.each([
    ['when: delayed', 'jobs:a start in should be a duration'],
    ['when: delayed, start_in: soon', 'jobs:a start in should be a duration'],
    ['when: delayed, start_in: 8 days', 'jobs:a start in should not exceed the limit'],
    ['start_in: 1 day', 'jobs:a start in must be blank'],
    ['when: delayed, start_in: 1 day, rules: [{when: always}]', 'jobs:a start in must be blank'],
    ['retry: {x: 1}', 'jobs:a:retry config contains unknown keys: x'],
    ['retry: {max: 3}', 'jobs:a retry must be less than or equal to 2'],
    ['retry: {max: 1, when: [x, script_failure]}', 'jobs:a:retry when contains unknown values: x'],
    ['retry: {exit_codes: [a]}', 'jobs:a:retry exit codes should be an array of integers or an integer'],
    ['allow_failure: {exit_codes: a}', 'jobs:a:allow_failure exit codes should be an array of integers or an integer'],
    ['allow_failure: {x: 1}', 'jobs:a:allow_failure config contains unknown keys: x'],
    ['timeout: soon', 'jobs:a timeout should be a duration'],
    ['timeout: 10', 'jobs:a timeout should be a duration'],
    ['timeout: 0 seconds', 'jobs:a timeout should be a duration'],
    ['timeout: 2 months', 'jobs:a timeout should not exceed the limit'],
    ['interruptible: 1', 'jobs:a interruptible should be a boolean value'],
  ])('%s: %s', (settings, error) => expect(job(settings)).toBe(error));
});

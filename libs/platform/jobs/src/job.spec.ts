import { z } from 'zod';
import { defineJob, queueName, queueNames, queueOptions } from './job.js';
import { Job, jobOf } from './worker.js';

const data = z.object({});

describe('defineJob', () => {
  it('fills in what is not said', () => {
    expect(defineJob({ name: 'fork', data })).toMatchObject({ retries: 10, concurrency: 1, perStorage: false });
    expect(queueOptions(defineJob({ name: 'fork', data, retries: 3, timeoutSeconds: 5 }))).toMatchObject({
      retryLimit: 3,
      expireInSeconds: 35,
      deadLetter: 'dead-letters',
    });
  });

  it.each(['Fork', 'a/b', '', 'dead-letters'])('refuses the name %p', (name) => {
    expect(() => defineJob({ name, data })).toThrow('cannot be the name');
  });

  it.each([0, 86_401])('refuses a run of %p seconds', (timeoutSeconds) => {
    expect(() => defineJob({ name: 'fork', data, timeoutSeconds })).toThrow('between a second and a day');
  });
});

describe('queues', () => {
  const divided = defineJob({ name: 'fork', data, perStorage: true });
  const plain = defineJob({ name: 'mail', data });

  it('are one per job, or one per storage', () => {
    expect(queueNames(divided, ['s1', 's2'])).toEqual(['fork/s1', 'fork/s2']);
    expect(queueNames(plain, ['s1', 's2'])).toEqual(['mail']);
  });

  it('need a storage exactly where they are divided', () => {
    expect(() => queueName(divided)).toThrow('needs a storage');
    expect(() => queueName(plain, 's1')).toThrow('has no storage');
  });
});

describe('@Job', () => {
  it('tells the job of a worker, and none of another provider', () => {
    const job = defineJob({ name: 'mail', data });
    @Job(job)
    class Mailer {
      run(): Promise<void> {
        return Promise.resolve();
      }
    }
    expect(jobOf(new Mailer())).toBe(job);
    expect(jobOf({})).toBeUndefined();
  });
});

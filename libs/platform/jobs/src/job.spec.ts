import { z } from 'zod';
import { Job, jobHandlersOf, type JobRun } from './handlers.js';
import { defineJob, queueName, queueNames, queueOptions } from './job.js';

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
  const mail = defineJob({ name: 'mail', data: z.object({ to: z.string() }) });
  const sweep = defineJob({ name: 'sweep', data });

  it('lists the jobs that the methods of a provider handle', async () => {
    class Mailer {
      private readonly sent: string[] = [];

      @Job(mail)
      async send({ to }: { to: string }): Promise<void> {
        this.sent.push(to);
      }

      @Job(sweep)
      async forget(): Promise<void> {
        this.sent.length = 0;
      }

      lastSent(): string | undefined {
        return this.sent.at(-1);
      }
    }
    const mailer = new Mailer();
    const handlers = jobHandlersOf(mailer);
    expect(handlers.map(({ job }) => job)).toEqual([mail, sweep]);
    await handlers[0]!.run({ to: 'ada@example.org' }, {} as JobRun);
    expect(mailer.lastSent()).toBe('ada@example.org');
    expect(jobHandlersOf({})).toEqual([]);
  });
});

import { scrypt, type ScryptOptions } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { Controller, Module } from '@nestjs/common';
import { defineCommand, defineQuery, defineRefusal, type InputOf, type OutputOf } from '@hearth/contract-kit';
import { currentOrigin } from '@hearth/telemetry';
import { z } from 'zod';
import { Answers } from '../answers.js';
import { Calls } from '../calls.js';
import type { CallContext } from '../incoming-call.js';
import { LocalCalls } from '../local-calls.js';

export const TooLoud = defineRefusal<{ text: string }>('too-loud', 409, ({ text }) => ({ message: { text: [text] } }), {
  'x-volume': '11',
});

const Said = z.object({
  text: z.string(),
  correlation: z.string(),
  actor: z.int().optional(),
  causation: z.string().optional(),
  /** Milliseconds until its deadline. */
  left: z.number(),
});

/** Echoes the input, unless its mood is another. */
export const Say = defineQuery({
  name: 'projects.say',
  callers: ['gateway'],
  input: z.object({ text: z.string(), mood: z.enum(['well', 'refuse', 'break', 'lie', 'wait', 'stop', 'pass-on']) }),
  output: Said,
  refuses: [TooLoud],
});
export const NotForAnyone = defineQuery({
  name: 'projects.not-for-anyone',
  callers: ['operator'],
  input: z.object({}),
  output: z.object({}),
});
const Effect = {
  callers: ['gateway'],
  input: z.object({ id: z.string() }),
  output: z.object({ id: z.string() }),
} as const;
/** Returns an effect that was recorded. */
export const Look = defineQuery({ name: 'projects.look', ...Effect });
export const Put = defineCommand({ name: 'projects.put', idempotent: true, ...Effect });
export const Append = defineCommand({ name: 'projects.append', ...Effect });

const derive: (password: string, salt: string, length: number, options: ScryptOptions) => Promise<Buffer> =
  promisify(scrypt);
/** A few milliseconds of work, so that a killed process is killed in the middle of some. */
const WORK = { N: 2048 };

/** A file with the effects of commands: it outlives the process. */
const effects = process.env['SAMPLE_EFFECTS'];

@Controller()
export class SampleProvider {
  /** Handlers that waited, and those whose signal was aborted because the caller stopped waiting. */
  readonly waiting: string[] = [];
  readonly gaveUp: string[] = [];

  constructor(private readonly calls: Calls) {}

  @Answers(Say)
  async say({ text, mood }: InputOf<typeof Say>, { signal }: CallContext): Promise<OutputOf<typeof Say>> {
    if (mood === 'refuse') throw TooLoud({ text });
    if (mood === 'break') throw new Error('broken inside');
    if (mood === 'lie') return { text: 7 } as unknown as OutputOf<typeof Say>;
    if (mood === 'wait') return this.waitInVain(text, signal);
    if (mood === 'stop') return this.stopped(text, signal);
    if (mood === 'pass-on') return this.calls.query(Say, { text, mood: 'well' });
    const { correlation, actor, causation, deadline } = currentOrigin()!;
    return { text, correlation, actor, causation, left: deadline! - Date.now() };
  }

  @Answers(NotForAnyone)
  notForAnyone(): Promise<OutputOf<typeof NotForAnyone>> {
    return Promise.resolve({});
  }

  @Answers(Look)
  look(input: InputOf<typeof Look>): Promise<OutputOf<typeof Look>> {
    return this.work(input);
  }

  @Answers(Put)
  put(input: InputOf<typeof Put>): Promise<OutputOf<typeof Put>> {
    return this.work(input);
  }

  @Answers(Append)
  append(input: InputOf<typeof Append>): Promise<OutputOf<typeof Append>> {
    if (effects) appendFileSync(effects, `${input.id}\n`);
    return this.work(input);
  }

  private async work(input: { id: string }): Promise<{ id: string }> {
    await derive(input.id, 'salt', 16, WORK);
    return input;
  }

  /** Fails with the reason for which the caller stopped waiting. */
  private async stopped(text: string, signal: AbortSignal): Promise<never> {
    const ended = new Promise((resolve) => signal.addEventListener('abort', resolve));
    this.waiting.push(text);
    await ended;
    this.gaveUp.push(text);
    throw new Error('stopped', { cause: signal.reason });
  }

  /** Never answers: an answer at the deadline could still reach the caller in time. */
  private async waitInVain(text: string, signal: AbortSignal): Promise<never> {
    const ended = new Promise((resolve) => signal.addEventListener('abort', resolve));
    this.waiting.push(text);
    await ended;
    this.gaveUp.push(text);
    return new Promise(() => undefined);
  }
}

/** A service that answers the sample's contracts. */
@Module({ imports: [LocalCalls], controllers: [SampleProvider] })
export class SampleModule {}

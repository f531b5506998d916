import { z } from 'zod';
import { defineCommand, defineEvent } from '@hearth/contract-kit';

/**
 * Behaviour of an event's handler: `good` succeeds; `flaky` fails at its first attempt; `poison` fails until its key is cured; `kill` ends its
 * process until its key is cured.
 */
export const StepMood = z.enum(['good', 'flaky', 'poison', 'kill']);

/** The next step of one key. Steps of a key are numbered from 1 and appended in this order. */
export const Step = z.object({ key: z.number().int(), step: z.number().int(), mood: StepMood.default('good') });
export type Step = z.input<typeof Step>;

/** Published for each step. `appendedAt` is the publisher's clock in the transaction, before it commits. */
export const StepDone = defineEvent({
  name: 'projects.step-done',
  data: Step.extend({ appendedAt: z.number() }),
  key: ({ key }) => key,
});

/** Published by a handler of `StepDone`. */
export const StepSeen = defineEvent({
  name: 'repository.step-seen',
  data: StepDone.data,
  key: ({ key }) => key,
});

/** Stores steps in one transaction, each with its event. Idempotent: existing steps are unchanged. */
export const AppendSteps = defineCommand({
  name: 'projects.append-steps',
  input: z.object({ steps: z.array(Step).min(1) }),
  /** The publisher's clock right after the commit: milliseconds since 1970, with fractions. */
  output: z.object({ committedAt: z.number() }),
  callers: ['operator'],
});

/** Appends steps for new keys, all in one transaction with an event for each step. */
export const Backlog = z.object({
  firstKey: z.number().int(),
  keys: z.number().int().positive(),
  stepsPerKey: z.number().int().positive(),
});
export type Backlog = z.input<typeof Backlog>;

/** Appends many events, to be published at once. */
export const AppendBacklog = defineCommand({
  name: 'projects.append-backlog',
  input: Backlog,
  /** The publisher's clock right after the commit: milliseconds since 1970, with fractions. */
  output: z.object({ committedAt: z.number() }),
  callers: ['operator'],
});

/** Behaviour of a chore at its first attempt: succeeds; hangs before its effect; ends its process after its effect. */
export const ChoreMood = z.enum(['good', 'stall', 'die-after']);
export const ChoreData = z.object({ name: z.string(), mood: ChoreMood });

/** Adds a job. */
export const AddChore = defineCommand({
  name: 'ci.add-chore',
  input: ChoreData,
  output: z.object({}),
  callers: ['operator'],
});

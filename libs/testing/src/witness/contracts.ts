import { z } from 'zod';
import { defineCommand, defineEvent } from '@hearth/contract-kit';

/**
 * What the handler of an event does to its effect: `good` nothing; `flaky` fails at its first attempt; `poison` fails until its key is
 * cured; `kill` ends its process until its key is cured.
 */
export const StepMood = z.enum(['good', 'flaky', 'poison', 'kill']);

/** The next step of one key. Steps of a key are numbered from 1 and appended in this order. */
export const Step = z.object({ key: z.number().int(), step: z.number().int(), mood: StepMood.default('good') });
export type Step = z.input<typeof Step>;

/** What the publisher tells of each step. `appendedAt` is the publisher's clock in the transaction, before it commits. */
export const StepDone = defineEvent({
  name: 'projects.step-done',
  data: Step.extend({ appendedAt: z.number() }),
  key: ({ key }) => key,
});

/** What a handler of `StepDone` tells in turn. */
export const StepSeen = defineEvent({
  name: 'repository.step-seen',
  data: StepDone.data,
  key: ({ key }) => key,
});

/** Stores some steps in one transaction, each with its event. A step that is stored already stays as it is, so it may be repeated. */
export const AppendSteps = defineCommand({
  name: 'projects.append-steps',
  input: z.object({ steps: z.array(Step).min(1) }),
  /** The publisher's clock right after the commit: milliseconds since 1970, with fractions. */
  output: z.object({ committedAt: z.number() }),
  callers: ['operator'],
});

/** Moves some keys on from the beginning, all in one transaction with an event for each step; the keys are new ones. */
export const Backlog = z.object({
  firstKey: z.number().int(),
  keys: z.number().int().positive(),
  stepsPerKey: z.number().int().positive(),
});
export type Backlog = z.input<typeof Backlog>;

/** Leaves many events to be published at once. */
export const AppendBacklog = defineCommand({
  name: 'projects.append-backlog',
  input: Backlog,
  /** The publisher's clock right after the commit: milliseconds since 1970, with fractions. */
  output: z.object({ committedAt: z.number() }),
  callers: ['operator'],
});

/** What a chore does at its first attempt: end well; wait for ever before its effect; end its process after its effect. */
export const ChoreMood = z.enum(['good', 'stall', 'die-after']);
export const ChoreData = z.object({ name: z.string(), mood: ChoreMood });

/** Stores a job. */
export const AddChore = defineCommand({
  name: 'ci.add-chore',
  input: ChoreData,
  output: z.object({}),
  callers: ['operator'],
});

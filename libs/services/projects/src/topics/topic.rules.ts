import { lengthFailures } from '@hearth/http';
import type { FieldErrors } from '../field-errors.rules.js';

/** Fields of a topic that admins set. */
export interface TopicColumns {
  readonly name: string;
  readonly title: string;
  readonly description: string | null;
}

const LIMITS = { name: 255, title: 255, description: 1024 } as const;

/**
 * Errors of the fields of a topic, by field.
 * @param taken whether another topic has the name
 */
export function topicErrors(topic: TopicColumns, taken: boolean): FieldErrors {
  const errors = {
    name: [
      ...textErrors(topic.name, LIMITS.name),
      ...lineErrors(topic.name),
      ...(taken ? ['has already been taken'] : []),
    ],
    title: textErrors(topic.title, LIMITS.title),
    description: lengthFailures(topic.description ?? '', { max: LIMITS.description }),
  };
  return Object.fromEntries(Object.entries(errors).filter(([, texts]) => texts.length > 0));
}

/** Error of a name that cannot be changed, because projects have it in their lists of topics. */
export const NAME_IN_USE: FieldErrors = { name: ['cannot be changed while projects use the topic'] };

function textErrors(text: string, max: number): string[] {
  return text.trim() === '' ? ["can't be blank"] : lengthFailures(text, { max });
}

function lineErrors(name: string): string[] {
  return /[\r\n]/.test(name) ? ['is invalid'] : [];
}

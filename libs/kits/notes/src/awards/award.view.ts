import { UserBasicView, presentUserBasic } from '@hearth/identity-contracts';
import { z } from 'zod';
import type { Award, Awardable } from './awards.store.js';
import type { NoteAuthor } from '../note.view.js';

export const AwardView = z.strictObject({
  id: z.int(),
  name: z.string(),
  user: UserBasicView,
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  awardable_id: z.int(),
  awardable_type: z.string(),
});
export type AwardView = z.output<typeof AwardView>;

/** Award with the records that its view needs. */
export interface PresentableAward {
  readonly award: Award;
  readonly user: NoteAuthor;
  readonly awardable: Awardable;
  /** The API's name of the kind of record: `Issue`, `Note`. */
  readonly type: string;
}

/** @param baseUrl scheme, host and port that the client used */
export function presentAward({ award, user, awardable, type }: PresentableAward, baseUrl: string): AwardView {
  return {
    id: award.id,
    name: award.name,
    user: presentUserBasic(user, baseUrl),
    created_at: award.createdAt.toISOString(),
    updated_at: award.updatedAt.toISOString(),
    awardable_id: awardable.id,
    awardable_type: type,
  };
}

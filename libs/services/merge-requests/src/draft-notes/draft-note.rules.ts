import type { UserId } from '@hearth/contract-kit';
import type { GivenNote, Position } from '@hearth/notes';

/** Most draft notes of a user on a merge request, which are published in one transaction. */
export const MOST_DRAFTS = 100;

/** Failure of a position in a reply. */
export const REPLY_HAS_POSITION = 'A reply has the position of its thread';

/** Pending note, which only its author sees. */
export interface DraftNote {
  readonly id: number;
  readonly mergeRequestId: number;
  readonly authorId: UserId;
  readonly body: string;
  /** Discussion that it answers. */
  readonly discussionId: string | null;
  /** Whether its publication resolves that discussion. */
  readonly resolvesDiscussion: boolean;
  readonly position: Position | null;
  readonly lineCode: string | null;
  readonly updatedAt: Date;
}

/** Returns the note that a draft becomes. */
export function noteOf({ body, discussionId, position }: DraftNote): GivenNote {
  if (discussionId !== null) return { body, thread: { replyTo: discussionId } };
  return position ? { body, thread: { located: position } } : { body };
}

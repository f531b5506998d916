import { Injectable } from '@nestjs/common';
import type { ProjectId, UserId } from '@hearth/contract-kit';
import { DecryptionError, Keyring } from '@hearth/secrets';
import { z } from 'zod';

const PLACE = { service: 'projects', table: 'notifications', column: 'unsubscribe_link', id: 0 } as const;
const Content = z.object({
  userId: z.int(),
  projectId: z.int().nullable(),
  issueId: z.int().optional(),
  mergeRequestId: z.int().optional(),
  commitId: z.string().optional(),
});

/** User, project and record of a link in mails. */
export interface Unsubscription {
  readonly userId: UserId;
  /** Null in digests: all mails. */
  readonly projectId: ProjectId | null;
  /** Only the mails about this issue, merge request or commit of the project. */
  readonly issueId?: number | undefined;
  readonly mergeRequestId?: number | undefined;
  readonly commitId?: string | undefined;
}

/**
 * Links by which the holder of a mail ends the mails about a record or project, or all, without signing in. Their tokens are encrypted with authentication, so
 * that they can be neither forged nor read; they hold until their key is removed from the ring.
 */
@Injectable()
export class UnsubscribeLinks {
  constructor(private readonly keyring: Keyring) {}

  urlFor(baseUrl: string, unsubscription: Unsubscription): string {
    const token = this.keyring.encrypt(JSON.stringify(unsubscription), PLACE);
    return `${baseUrl}/-/sent_notifications/${token}/unsubscribe`;
  }

  /** @returns undefined for a token that is none of Hearth's */
  read(token: string): Unsubscription | undefined {
    try {
      return Content.parse(JSON.parse(this.keyring.decrypt(token, PLACE))) as Unsubscription;
    } catch (error) {
      if (error instanceof DecryptionError) return undefined;
      throw error;
    }
  }
}

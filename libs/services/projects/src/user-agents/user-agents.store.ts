import { Injectable } from '@nestjs/common';
import type { Db, Row, Tx } from '@hearth/data';

/** User agent and address of a writer, for admins who investigate spam. */
export interface ClientDetails {
  readonly userAgent: string | null;
  readonly address: string | null;
}

type Holder = { readonly issueId: number } | { readonly snippetId: number };

/** User agents and addresses from which issues and snippets were created. */
@Injectable()
export class UserAgentsStore {
  /** Stores nothing where one of them is unknown. */
  async note(tx: Tx, holder: Holder, { userAgent, address }: ClientDetails): Promise<void> {
    if (userAgent === null || address === null) return;
    await tx.prepared(
      'insert into user_agent_details (issue_id, snippet_id, user_agent, ip_address) values ($1, $2, $3, $4)',
      [...idsOf(holder), userAgent, address],
    );
  }

  async find(db: Db, holder: Holder): Promise<{ userAgent: string; address: string } | undefined> {
    const [details] = await db.prepared<{ userAgent: string; address: string } & Row>(
      'select user_agent as "userAgent", ip_address as address from user_agent_details where issue_id = $1 or snippet_id = $2',
      idsOf(holder),
    );
    return details;
  }
}

function idsOf(holder: Holder): [issueId: number | null, snippetId: number | null] {
  return 'issueId' in holder ? [holder.issueId, null] : [null, holder.snippetId];
}

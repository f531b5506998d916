import { Injectable } from '@nestjs/common';
import type { Db, Row } from '@hearth/data';

/** A label as payloads have it; one of `projectId` and `groupId` is null. */
export interface PayloadLabel {
  readonly id: number;
  readonly title: string;
  readonly color: string;
  readonly description: string | null;
  readonly projectId: number | null;
  readonly groupId: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const LABELS = `select id, name as title, color, description, project_id as "projectId", namespace_id as "groupId", created_at as "createdAt",
  updated_at as "updatedAt" from labels where id = any ($1::bigint[]) order by id`;

/** SQL of records of this service that only payloads have in this form. */
@Injectable()
export class PayloadsStore {
  /** Returns labels in the order of their ids. */
  labels(db: Db, ids: readonly number[]): Promise<PayloadLabel[]> {
    return db.prepared<PayloadLabel & Row>(LABELS, [ids]);
  }
}

import { Injectable } from '@nestjs/common';
import type { Db, Row } from '@hearth/data';

/** SSH key of a user, or deploy key. */
export interface KeyRecord {
  readonly id: number;
  readonly title: string;
  readonly key: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  /** The key's user, or the creator of a deploy key; null when that user was deleted. */
  readonly userId: number | null;
  readonly isDeployKey: boolean;
}

/** A deploy key in one of its projects. */
export interface KeyProject {
  readonly projectId: number;
  readonly canPush: boolean;
}

const SELECT = `
  select k.id, k.title, k.key, k.created_at as "createdAt", k.expires_at as "expiresAt",
    coalesce(k.user_id, d.creator_id) as "userId", d.id is not null as "isDeployKey"
  from ssh_keys k left join deploy_keys d on d.id = k.id`;
const BY_ID = `${SELECT} where k.id = $1`;
const BY_FINGERPRINT = `${SELECT} where k.fingerprint = $1`;
const PROJECTS = `
  select project_id as "projectId", can_push as "canPush" from deploy_keys_projects
  where key_id = $1 order by project_id desc limit $2`;

/** SQL about the keys of all users and projects. */
@Injectable()
export class KeysStore {
  async find(db: Db, id: number): Promise<KeyRecord | undefined> {
    const [key] = await db.prepared<KeyRecord & Row>(BY_ID, [id]);
    return key;
  }

  /** @param fingerprint SHA-256, 32 bytes */
  async withFingerprint(db: Db, fingerprint: Buffer): Promise<KeyRecord | undefined> {
    const [key] = await db.prepared<KeyRecord & Row>(BY_FINGERPRINT, [fingerprint]);
    return key;
  }

  /** Returns at most `most` projects of a deploy key, the newest first. */
  projects(db: Db, id: number, most: number): Promise<KeyProject[]> {
    return db.prepared<KeyProject & Row>(PROJECTS, [id, most]);
  }
}

import { Injectable } from '@nestjs/common';
import { approximateCounts, type Db } from '@hearth/data';
import { IS_PERSON } from './users.store.js';

const SOURCES = {
  users: `users u where u.state <> 'creating' and ${IS_PERSON}`,
  activeUsers: `users u where u.state = 'active' and not u.ghost and ${IS_PERSON}`,
  sshKeys: 'ssh_keys',
};

/** Numbers of users, without bots, and of their keys. */
@Injectable()
export class UserCountsStore {
  counts(db: Db): Promise<Record<keyof typeof SOURCES, number>> {
    return approximateCounts(db, SOURCES);
  }
}

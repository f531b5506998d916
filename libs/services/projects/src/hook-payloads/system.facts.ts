import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import type { UserCard } from '@hearth/identity-contracts';
import type { SystemSubject } from '../hook-deliveries/delivery.rules.js';
import { PayloadsStore, type SystemProject, type SystemSource } from './payloads.store.js';
import { RecordFacts } from './record.facts.js';

type Of<Name extends SystemSubject['name']> = Extract<SystemSubject, { readonly name: Name }>;

/** Facts of the payload of a change of a record of the instance. */
export type SystemFacts =
  | Of<'sample'>
  | Of<'project_destroy'>
  | (Of<'project_create'> & { readonly project: SystemProject })
  | (Of<'user_create'> & { readonly user: UserCard })
  | (Omit<Of<'member'>, 'source'> & { readonly source: SystemSource; readonly user: UserCard });

/** Reads what payloads say about records of the instance. */
@Injectable()
export class SystemPayloadFacts {
  constructor(
    private readonly db: Database,
    private readonly payloadsStore: PayloadsStore,
    private readonly recordFacts: RecordFacts,
  ) {}

  /** @returns undefined when the record is gone */
  async of(subject: SystemSubject): Promise<SystemFacts | undefined> {
    switch (subject.name) {
      case 'sample':
      case 'project_destroy':
        return subject;
      case 'project_create': {
        const project = await this.payloadsStore.systemProject(this.db, subject.projectId);
        return project && { ...subject, project };
      }
      case 'user_create': {
        const user = await this.user(subject.userId);
        return user && { ...subject, user };
      }
      case 'member': {
        const source = await this.payloadsStore.memberSource(this.db, subject.source);
        const user = source && (await this.user(subject.userId));
        return user && { ...subject, source, user };
      }
    }
  }

  private async user(id: number): Promise<UserCard | undefined> {
    return (await this.recordFacts.users([id])).get(id);
  }
}

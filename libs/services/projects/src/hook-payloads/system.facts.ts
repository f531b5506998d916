import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import type { UserCard } from '@hearth/identity-contracts';
import type { MemberSubject, SystemSubject } from '../hook-deliveries/delivery.rules.js';
import { PayloadsStore, type SystemGroup, type SystemProject, type SystemSource } from './payloads.store.js';
import { RecordFacts } from './record.facts.js';

type Of<Name extends SystemSubject['name']> = Extract<SystemSubject, { readonly name: Name }>;

/** Facts of the payload of a change of a record of the instance. */
export type SystemFacts =
  | Of<'sample'>
  | Of<'project_destroy' | 'group_destroy' | 'user_destroy'>
  | (Of<'project_create' | 'project_update'> & { readonly project: SystemProject })
  | (Of<'project_rename' | 'project_transfer'> & { readonly project: SystemProject })
  | (Of<'group_create'> & { readonly group: SystemGroup })
  | (Of<'group_rename'> & { readonly group: SystemGroup })
  | (Of<'user_create'> & { readonly user: UserCard })
  | (Of<'user_rename'> & { readonly user: UserCard })
  | (Of<'key_create' | 'key_destroy'> & { readonly user: UserCard })
  | MemberFacts;

/** Facts of the payload of a change of a membership. */
export type MemberFacts = Omit<MemberSubject, 'source'> & { readonly source: SystemSource; readonly user: UserCard };

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
      case 'group_destroy':
      case 'user_destroy':
        return subject;
      case 'project_create':
      case 'project_update':
      case 'project_rename':
      case 'project_transfer': {
        const project = await this.payloadsStore.systemProject(this.db, subject.projectId);
        return project && { ...subject, project };
      }
      case 'group_create':
      case 'group_rename': {
        const group = await this.payloadsStore.systemGroup(this.db, subject.groupId);
        return group && { ...subject, group };
      }
      case 'user_create':
      case 'user_rename':
      case 'key_create':
      case 'key_destroy': {
        const user = await this.user(subject.userId);
        return user && { ...subject, user };
      }
      case 'member':
        return this.ofMember(subject);
    }
  }

  /** @returns undefined when the project, the group or the user is gone */
  async ofMember(subject: MemberSubject): Promise<MemberFacts | undefined> {
    const source = await this.payloadsStore.memberSource(this.db, subject.source);
    const user = source && (await this.user(subject.userId));
    return user && { ...subject, source, user };
  }

  private async user(id: number): Promise<UserCard | undefined> {
    return (await this.recordFacts.users([id])).get(id);
  }
}

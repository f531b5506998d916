import { Controller } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf, Principal, UserId } from '@hearth/contract-kit';
import {
  ActAsQuery,
  CountUsersQuery,
  FindUserByAddressQuery,
  MailAddressQuery,
  ReadSettingsQuery,
  SendMailCommand,
  UsersByIdsQuery,
  WhichUsersExistQuery,
} from '@hearth/identity-contracts';

/** Fake of identity, with instance settings that specs can change. */
@Controller()
export class FakeIdentity {
  settings: OutputOf<typeof ReadSettingsQuery> = {
    defaultProjectVisibility: 'private',
    defaultGroupVisibility: 'private',
    restrictedVisibilities: [],
  };

  /** Users that admins can act as. */
  readonly users: Principal[] = [];

  @Answers(ActAsQuery)
  actAs({ user }: InputOf<typeof ActAsQuery>): Promise<OutputOf<typeof ActAsQuery>> {
    const principal = this.users.find(({ userId, username }) =>
      'id' in user ? userId === user.id : username === user.username,
    );
    return Promise.resolve({ principal: principal ?? null, blocked: false });
  }

  @Answers(WhichUsersExistQuery)
  whichExist({ ids }: InputOf<typeof WhichUsersExistQuery>): Promise<OutputOf<typeof WhichUsersExistQuery>> {
    return Promise.resolve({ ids: ids.filter((id) => this.users.some(({ userId }) => userId === id)) });
  }

  /** Profiles shown on pages, by user. */
  readonly cards = new Map<number, OutputOf<typeof UsersByIdsQuery>['users'][number]>();

  @Answers(UsersByIdsQuery)
  usersByIds({ ids }: InputOf<typeof UsersByIdsQuery>): Promise<OutputOf<typeof UsersByIdsQuery>> {
    return Promise.resolve({ users: ids.flatMap((id) => this.cards.get(id) ?? []) });
  }

  /** Confirmed addresses of users, the main one first. */
  readonly addresses = new Map<number, readonly string[]>();

  @Answers(MailAddressQuery)
  mailAddress({ userId, wanted }: InputOf<typeof MailAddressQuery>): Promise<OutputOf<typeof MailAddressQuery>> {
    const known = this.addresses.get(userId) ?? [];
    const isWanted = wanted !== null && known.includes(wanted);
    return Promise.resolve({ email: isWanted ? wanted : (known[0] ?? null), isWanted });
  }

  @Answers(FindUserByAddressQuery)
  userOf({ email }: InputOf<typeof FindUserByAddressQuery>): Promise<OutputOf<typeof FindUserByAddressQuery>> {
    const [userId = null] = [...this.addresses].find(([, known]) => known.includes(email)) ?? [];
    return Promise.resolve({ userId: userId as UserId | null });
  }

  /** Mails that were sent. */
  readonly mails: InputOf<typeof SendMailCommand>[] = [];

  @Answers(SendMailCommand)
  sendMail(mail: InputOf<typeof SendMailCommand>): Promise<OutputOf<typeof SendMailCommand>> {
    this.mails.push(mail);
    return Promise.resolve({ sent: true });
  }

  counts: OutputOf<typeof CountUsersQuery> = { users: 0, activeUsers: 0, sshKeys: 0 };

  @Answers(CountUsersQuery)
  countUsers(): Promise<OutputOf<typeof CountUsersQuery>> {
    return Promise.resolve(this.counts);
  }

  @Answers(ReadSettingsQuery)
  readSettings(): Promise<OutputOf<typeof ReadSettingsQuery>> {
    return Promise.resolve(this.settings);
  }
}

import { Injectable } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf, Principal } from '@hearth/contract-kit';
import { ActAs, ReadSettings } from '@hearth/contracts';

/** Stands for identity: says what the instance has settled, which specs change as they like. */
@Injectable()
export class FakeIdentity {
  settings: OutputOf<typeof ReadSettings> = {
    defaultProjectVisibility: 'private',
    defaultGroupVisibility: 'private',
    restrictedVisibilities: [],
  };

  /** Whom admins may act as. */
  readonly users: Principal[] = [];

  @Answers(ActAs)
  actAs({ user }: InputOf<typeof ActAs>): Promise<OutputOf<typeof ActAs>> {
    const principal = this.users.find(({ userId, username }) =>
      'id' in user ? userId === user.id : username === user.username,
    );
    return Promise.resolve({ principal: principal ?? null, blocked: false });
  }

  @Answers(ReadSettings)
  readSettings(): Promise<OutputOf<typeof ReadSettings>> {
    return Promise.resolve(this.settings);
  }
}

import { Injectable } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { OutputOf } from '@hearth/contract-kit';
import { ReadSettings } from '@hearth/contracts';

/** Stands for identity: says what the instance has settled, which specs change as they like. */
@Injectable()
export class FakeIdentity {
  settings: OutputOf<typeof ReadSettings> = {
    defaultProjectVisibility: 'private',
    defaultGroupVisibility: 'private',
    restrictedVisibilities: [],
  };

  @Answers(ReadSettings)
  readSettings(): Promise<OutputOf<typeof ReadSettings>> {
    return Promise.resolve(this.settings);
  }
}

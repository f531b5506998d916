import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { FingerprintInvalid, SshKeyNotFound } from '../refusals.js';
import { KeyFacts } from './key.facts.js';
import { FindKeyParams, KeyParams, fingerprintOf } from './key.params.js';
import { KeyView, presentKey } from './key.view.js';

/** SSH keys and deploy keys of the instance, for admins. */
@Controller()
export class KeysController {
  constructor(private readonly keyFacts: KeyFacts) {}

  @Endpoint.get('/keys/:id', {
    summary: 'Get an SSH key or deploy key with its user',
    admin: true,
    params: KeyParams,
    returns: returns.json(KeyView),
    refuses: [SshKeyNotFound],
  })
  async one(@Call() { params, caller }: CallOf<typeof KeyParams>): Promise<KeyView> {
    return presentKey(await this.keyFacts.one(params.id), caller.baseUrl);
  }

  @Endpoint.get('/keys', {
    summary: 'Get the SSH key or deploy key with a fingerprint',
    admin: true,
    params: FindKeyParams,
    returns: returns.json(KeyView),
    refuses: [SshKeyNotFound, FingerprintInvalid],
  })
  async find(@Call() { params, caller }: CallOf<typeof FindKeyParams>): Promise<KeyView> {
    const fingerprint = fingerprintOf(params.fingerprint);
    if (!fingerprint) throw FingerprintInvalid();
    return presentKey(await this.keyFacts.withFingerprint(fingerprint), caller.baseUrl);
  }
}

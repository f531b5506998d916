import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { Tx } from '@hearth/data';
import { HookUrlInvalid } from '../refusals.js';
import { HookCipher } from './hook-cipher.js';
import { auditOfHook, isHookUrl, type HookHolder, type NewHook } from './hook.rules.js';
import { HooksStore, type HookRecord } from './hooks.store.js';
import { hooksToPrivate } from './private-receivers.js';

/** Inserts a hook, with its secrets encrypted. */
@Injectable()
export class InsertHook {
  constructor(
    private readonly hooksStore: HooksStore,
    private readonly hookCipher: HookCipher,
    private readonly audit: Audit,
  ) {}

  /** Runs inside a larger write that has locked the holder. @throws HookUrlInvalid */
  async within(tx: Tx, holder: HookHolder, { url, token, signingToken, ...columns }: NewHook): Promise<HookRecord> {
    if (!isHookUrl(url, hooksToPrivate())) throw HookUrlInvalid();
    const id = await this.hooksStore.nextId(tx);
    const sealed = this.hookCipher.seal(id, { url, token, signingToken });
    const hook = await this.hooksStore.insert(tx, holder, { ...columns, ...sealed, id });
    await this.audit.append(tx, auditOfHook('created', hook, url));
    return hook;
  }
}

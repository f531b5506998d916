import { v4 } from '@hearth/http';
import { confirmed } from '@hearth/pages';
import { z } from 'zod';
import { normalSshKey, type WantedSshKey } from './ssh-key.rules.js';

const KEY = { key: v4.text(), title: v4.text() };

export const OwnSshKeysParams = z.object(v4.keysetPage);
export const SshKeysParams = z.object({ id: v4.id(), ...v4.keysetPage });

export const OwnSshKeyParams = z.object({ key_id: v4.id() });
export const DeleteSshKeyFormParams = OwnSshKeyParams.extend({ confirmed });
export const SshKeyParams = z.object({ id: v4.id(), key_id: v4.id() });

export const CreateOwnSshKeyParams = z.object(KEY);
export const CreateSshKeyParams = z.object({ id: v4.id(), ...KEY });

/** Form of a new key. Failures are shown beside its fields. */
export const SshKeyFormParams = z.object({
  key: v4.text().prefault('').meta({ title: 'Public key' }),
  title: v4.text().prefault(''),
});

/** Returns the key in the parameters. */
export function wantedSshKeyOf({ key, title }: z.output<typeof CreateOwnSshKeyParams>): WantedSshKey {
  return { title: title.normalize('NFC'), key: normalSshKey(key) };
}

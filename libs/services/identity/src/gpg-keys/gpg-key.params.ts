import { v4 } from '@hearth/http';
import { confirmed } from '@hearth/pages';
import { z } from 'zod';

const KEY = { key: v4.text() };

export const OwnGpgKeysParams = z.object(v4.keysetPage);
export const GpgKeysParams = z.object({ id: v4.id(), ...v4.keysetPage });
export const OwnGpgKeyParams = z.object({ key_id: v4.id() });
export const DeleteGpgKeyFormParams = OwnGpgKeyParams.extend({ confirmed });
export const GpgKeyParams = z.object({ id: v4.id(), key_id: v4.id() });
export const CreateOwnGpgKeyParams = z.object(KEY);
export const CreateGpgKeyParams = z.object({ id: v4.id(), ...KEY });
/** Form of a new key. Failures are shown beside the field. */
export const GpgKeyFormParams = z.object({ key: v4.text().prefault('').meta({ title: 'Public key' }) });

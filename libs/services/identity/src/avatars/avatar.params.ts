import { v4 } from '@hearth/http';
import { z } from 'zod';

/** The file, or an empty value to remove the picture. */
export const OwnAvatarParams = z.object({
  avatar: v4.file().describe('A picture of at most 200 KB; an empty value removes it'),
});
export const AvatarParams = z.object({ id: v4.id(), file: v4.text() });

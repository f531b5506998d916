import { v4 } from '@hearth/http';
import { z } from 'zod';

export const AvatarParams = z.object({ id: v4.id(), file: v4.text() });

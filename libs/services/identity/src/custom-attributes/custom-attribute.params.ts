import { v4 } from '@hearth/http';
import { z } from 'zod';

export const CustomAttributesParams = z.object({ id: v4.id() });
export const CustomAttributeParams = z.object({ id: v4.id(), key: v4.text() });
export const SetCustomAttributeParams = z.object({ id: v4.id(), key: v4.text(), value: v4.text() });

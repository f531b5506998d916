import { v4 } from '@hearth/http';
import { z } from 'zod';

export const LintParams = z.object({ content: v4.text() });

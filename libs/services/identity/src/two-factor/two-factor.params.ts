import { v4 } from '@hearth/http';
import { z } from 'zod';

const Field = v4.text({ most: 1_024 }).prefault('');

export const PasswordParams = z.object({ password: Field.meta({ title: 'Current password' }) });

export const CodeParams = z.object({ code: Field.meta({ title: 'Code that the app shows' }) });

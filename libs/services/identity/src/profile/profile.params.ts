import { v4 } from '@hearth/http';
import { z } from 'zod';
import { done } from '../pages/notices.js';

const Field = v4.text().prefault('');
/** As much as a sign-in reads. */
const Password = v4.text({ most: 1_024 }).prefault('');

export const PageParams = z.object({ done });

export const ProfileFormParams = z.object({
  name: Field,
  bio: Field,
  location: Field,
  organization: Field,
  website_url: Field,
  twitter: Field,
  linkedin: Field,
  skype: Field,
});

export const PasswordFormParams = z.object({
  current_password: Password,
  password: Password,
  password_confirmation: Password,
});

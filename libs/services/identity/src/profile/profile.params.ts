import { v4 } from '@hearth/http';
import { confirmed } from '@hearth/pages';
import { z } from 'zod';
import { done } from '../pages/notices.js';

const Field = v4.text().prefault('');
/** Password, with the maximum length of sign-ins. */
const Password = v4.text({ most: 1_024 }).prefault('');

export const PageParams = z.object({ done });
export const RemoveAvatarParams = z.object({ confirmed });

export const ProfileFormParams = z.object({
  name: Field,
  bio: Field.meta({ title: 'About you' }),
  location: Field,
  organization: Field,
  website_url: Field.meta({ title: 'Website' }),
  twitter: Field,
  linkedin: Field.meta({ title: 'LinkedIn' }),
  skype: Field,
  /** A form without a file leaves the avatar unchanged. */
  avatar: v4.optional(v4.file()),
});

/** Text fields of the form. */
export type ProfileForm = Omit<z.output<typeof ProfileFormParams>, 'avatar'>;

export const UsernameFormParams = z.object({ username: Field, current_password: Password });

export const PasswordFormParams = z.object({
  current_password: Password,
  password: Password.meta({ title: 'New password' }),
  password_confirmation: Password.meta({ title: 'New password again' }),
});

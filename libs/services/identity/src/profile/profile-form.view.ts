import type { UserRecord } from '../users/user.entity.js';
import type { ProfileForm } from './profile.params.js';

/** The form of the profile as it stands: what nobody has filled in is an empty text. */
export function presentProfileForm(user: UserRecord): ProfileForm {
  return {
    name: user.name,
    bio: user.bio ?? '',
    location: user.location ?? '',
    organization: user.organization ?? '',
    website_url: user.websiteUrl,
    twitter: user.twitter,
    linkedin: user.linkedin,
    skype: user.skype,
  };
}

import type { UserRecord } from '../users/user.entity.js';
import type { ProfileForm } from './profile.params.js';

/** Presents the profile as its form: unset fields are empty texts. */
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

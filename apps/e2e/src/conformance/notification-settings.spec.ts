import { GlobalNotificationSetting, NotificationSetting } from '../schemas/records.js';
import { newPerson } from '../system/people.js';
import { newProject } from '../system/projects.js';
import { expectRecord } from './expect-answer.js';

describe('notification settings', () => {
  it('are the reference’s records', async () => {
    const person = await newPerson('reader');
    const { api } = person;
    const { id } = await newProject(person, 'notified');
    expectRecord(await api.get('/notification_settings'), GlobalNotificationSetting);
    const at = `/projects/${id}/notification_settings`;
    expect(expectRecord(await api.get(at), NotificationSetting)).toEqual({ level: 'global' });
    const changed = expectRecord(await api.put(at, { level: 'custom', new_note: true }), NotificationSetting);
    expect(changed).toMatchObject({ level: 'custom', events: { new_note: true, new_issue: false } });
  });
});

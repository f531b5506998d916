import { Module } from '@nestjs/common';
import { RichTextModule } from '@hearth/pages';
import { ProjectsCoreModule } from '../core.module.js';
import { GatherMails } from '../notification-digests/gather-mails.js';
import { QueueDigests } from '../notification-digests/queue-digests.js';
import { SendDigest } from '../notification-digests/send-digest.js';
import { NotificationSettingsModule } from '../notification-settings/notification-settings.module.js';
import { RenderingModule } from '../pages/rendering.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { CandidateFacts } from './candidate.facts.js';
import { EndMails } from './end-mails.js';
import { MailHtml } from './mail-html.js';
import { MailNotesFacts } from './mail-notes.facts.js';
import { MailSubjectFacts } from './mail-subject.facts.js';
import { NotificationFacts } from './notification.facts.js';
import { NotifyUsers } from './notify.js';
import { QueueNotices } from './queue-notices.js';
import { SendNotification } from './send.js';
import { UnsubscribeController } from './unsubscribe.controller.js';
import { UnsubscribeLinks } from './unsubscribe-links.js';

@Module({
  imports: [ProjectsCoreModule, ProjectsStoresModule, NotificationSettingsModule, RenderingModule, RichTextModule],
  controllers: [UnsubscribeController],
  providers: [
    CandidateFacts,
    EndMails,
    GatherMails,
    MailHtml,
    MailNotesFacts,
    MailSubjectFacts,
    NotificationFacts,
    NotifyUsers,
    QueueDigests,
    QueueNotices,
    SendDigest,
    SendNotification,
    UnsubscribeLinks,
  ],
  exports: [QueueNotices],
})
export class NotificationsModule {}

import { findMessage } from '#server/domain/support/messages.ts';
import { contactMessageMail } from '#server/emails/support/contact-message.ts';
import { source } from './source.ts';

export const contactMessageSource = source({
	template: contactMessageMail,
	async load(services, ref: { messageId: string }) {
		const message = await findMessage(services.database.db, ref.messageId);
		if (!message) return { obsolete: 'The message was deleted.' };
		const { name, email, topic, message: words } = message;
		return { name, email, topic, message: words, adminLink: `${services.config.appUrl}/admin/messages` };
	},
});

import { findStatusChange } from '#server/domain/feedback/queries.ts';
import { makeReportToken } from '#server/domain/feedback/report-token.ts';
import { findMessage } from '#server/domain/support/messages.ts';
import { feedbackStatusChanged } from '#server/emails/feedback/status-changed.ts';
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

export const feedbackStatusSource = source({
	template: feedbackStatusChanged,
	async load(services, ref: { reportId: string; activityId: string }, options) {
		const found = await findStatusChange(services.database.db, ref);
		if (!found) return { obsolete: 'The report is gone.' };
		if (!found.isLast && options.isForSending) return { obsolete: 'The status has changed since.' };
		const { code, title, status } = found.report;
		const token = makeReportToken(services.secret, 'status', code);
		return {
			reportCode: code,
			title,
			statusCode: status,
			statusLink: options.showsSecrets ? `${services.config.appUrl}/feedback-report/${token}` : null,
		};
	},
});

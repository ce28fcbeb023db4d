import type { MessageDescriptor } from '@lingui/core';
import { messagesOf, msg } from '#server/platform/messages.ts';
import { type Formats, formatsFor } from '#shared/lib/formats.ts';
import { formatLocale } from '#shared/lib/regions.ts';
import type { MailContent, MailFrame, WrittenMail } from './content.ts';
import { oneLine, withoutLinks } from './escape.ts';
import { writeHtml } from './html.ts';
import { writeText } from './text.ts';

/** What a template works with: texts and formats of the reader's language, and where the product stands. */
export interface MailContext {
	t(text: MessageDescriptor, values?: Record<string, unknown>): string;
	formats: Formats;
	productName: string;
	/** Without a trailing slash. */
	appUrl: string;
}

/** A template: data in, content out, with no other source. `sample` is what tests and previews show. */
export interface MailTemplate<P> {
	name: string;
	render(props: P, mail: MailContext): MailContent | Promise<MailContent>;
	sample: P;
}

export interface MailSite {
	productName: string;
	appUrl: string;
}

const rightToLeft = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'ur', 'yi']);

const leftOut = msg({
	message: '(link left out)',
	comment: 'Stands for a secret link where an administrator reads a mail',
});

/** Writes a mail in the language, and for the region, of `locale`: subject, HTML, plain text, attachments. */
export async function writeMail<P>(
	template: MailTemplate<P>,
	props: P,
	site: MailSite,
	locale: string,
): Promise<WrittenMail> {
	const i18n = messagesOf(locale);
	const mail: MailContext = {
		t: (text, values) => i18n._({ ...text, ...(values && { values }) }),
		formats: formatsFor(formatLocale(i18n.locale, locale)),
		...site,
	};
	const content = await template.render(props, mail);
	const frame: MailFrame = {
		...site,
		locale: i18n.locale,
		direction: rightToLeft.has(i18n.locale.split('-')[0] as string) ? 'rtl' : 'ltr',
		leftOut: mail.t(leftOut),
	};
	const subject = oneLine(withoutLinks(content.subject));
	return {
		subject,
		html: writeHtml({ ...content, subject }, frame),
		text: writeText(content, frame),
		attachments: content.attachments ?? [],
		...(content.fromName && { fromName: oneLine(content.fromName, 100) }),
		...(content.replyTo && {
			replyTo: { name: oneLine(content.replyTo.name, 100), address: content.replyTo.address },
		}),
		...(content.headers && { headers: content.headers }),
	};
}

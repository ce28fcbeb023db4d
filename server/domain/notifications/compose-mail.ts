import type { WrittenMail } from '#server/emails/kit/content.ts';
import { writeMail } from '#server/emails/kit/render-mail.ts';
import type { Services } from '#server/services.ts';
import { SOURCE_LANGUAGE } from '#shared/lib/languages.ts';
import { findMailSource } from './sources/registry.ts';
import { isObsolete, type Obsolete, type SourceOptions } from './sources/source.ts';

type MailRow = { id: string; template: string; props: unknown; recipient: string; locale: string };
type ComposeOptions = Pick<SourceOptions, 'showsSecrets' | 'isForSending'>;

/** The content of a mail in the outbox, as of its reading. */
export interface ReadMail {
	write(): Promise<WrittenMail>;
}

/** Reads the content of an email in the outbox by its ids, or returns why it is no longer needed. */
export async function readMail(
	services: Services,
	mail: MailRow,
	options: ComposeOptions,
): Promise<ReadMail | Obsolete> {
	const source = findMailSource(mail.template);
	if (!source) throw new Error(`This version has no mail ${mail.template}.`);
	const props = await source.load(services, mail.props, {
		...options,
		mailId: mail.id,
		recipient: mail.recipient,
	});
	if (isObsolete(props)) return props;
	const { productName, appUrl, mailLocale } = services.config;
	// Nothing but the language is known of who never placed an order in a browser.
	const locale = mail.locale === SOURCE_LANGUAGE ? mailLocale : mail.locale;
	const isForRecipient = options.isForSending && options.showsSecrets;
	return {
		async write() {
			const whole = isForRecipient ? await source.complete?.(services, mail.props, props) : null;
			return writeMail(source.template, whole ?? props, { productName, appUrl }, locale);
		},
	};
}

/** Reads and renders an email of the outbox, or returns why it is no longer needed. */
export async function composeMail(
	services: Services,
	mail: MailRow,
	options: ComposeOptions,
): Promise<WrittenMail | Obsolete> {
	const read = await readMail(services, mail, options);
	return isObsolete(read) ? read : read.write();
}

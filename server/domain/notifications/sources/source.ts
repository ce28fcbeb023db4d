import type { MailTemplate } from '#server/emails/kit/render-mail.ts';
import type { Services } from '#server/services.ts';

/** Why a mail is not sent any more. */
export interface Obsolete {
	obsolete: string;
}

export interface SourceOptions {
	/** The row in the outbox. */
	mailId: string;
	recipient: string;
	/** False for a reader other than the recipient: links that act for the recipient are left out. */
	showsSecrets: boolean;
	/** False: written for reading, whatever became of it since. */
	isForSending: boolean;
}

/**
 * Where the content of a mail comes from: ids lie in the outbox, everything else is read when the mail is written, so that
 * the outbox holds no secrets and few personal data, and an erased person is gone from it as well.
 */
export interface MailSource<Ref, Props> {
	template: MailTemplate<Props>;
	load(services: Services, ref: Ref, options: SourceOptions): Promise<Props | Obsolete>;
	/** Adds what takes long to make, such as a PDF, when one mail is written for its recipient: `load` reads many ahead. */
	complete?(services: Services, ref: Ref, props: Props): Promise<Props>;
}

/** Declares a source, tying its reference to its template. */
export function source<Ref, Props>(definition: MailSource<Ref, Props>): MailSource<Ref, Props> {
	return definition;
}

export function isObsolete(value: unknown): value is Obsolete {
	return typeof value === 'object' && value !== null && 'obsolete' in value;
}

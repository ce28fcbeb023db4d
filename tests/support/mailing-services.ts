import type { MailingService } from '#shared/rules/mailing-services.ts';
import { type BrevoOptions, brevoModel } from './mailing-services/brevo.ts';
import { type ListmonkOptions, listmonkModel } from './mailing-services/listmonk.ts';
import { mailchimpModel } from './mailing-services/mailchimp.ts';
import { type StandIn, serve } from './mailing-services/stand-in.ts';

export type { StandIn } from './mailing-services/stand-in.ts';

export interface MailingServiceOptions extends BrevoOptions, ListmonkOptions {
	/** Names of its lists; 'News' and 'Members' when not given. */
	lists?: readonly string[];
}

/**
 * Starts a stand-in for a service that keeps mailing lists: a server on 127.0.0.1 that takes the requests of the documentation as they
 * are documented, and answers 418 to anything else. `url` goes to `MAILCHIMP_URL`, `BREVO_URL` or the address of listmonk, with
 * `FOYER_PRIVATE_TARGETS=127.0.0.0/8`; whoever starts it closes it.
 */
export function startMailingService(
	service: MailingService,
	{ lists = ['News', 'Members'], ...options }: MailingServiceOptions = {},
): Promise<StandIn> {
	const model =
		service === 'mailchimp'
			? mailchimpModel(lists)
			: service === 'brevo'
				? brevoModel(lists, options)
				: listmonkModel(lists, options);
	return serve(service, model, model.user);
}

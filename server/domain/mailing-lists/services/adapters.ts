import type { Config } from '#server/platform/config.ts';
import type { MailingService } from '#shared/rules/mailing-services.ts';
import { brevoAdapter } from './brevo.ts';
import { callOf } from './calls.ts';
import { listmonkAdapter } from './listmonk.ts';
import { mailchimpAdapter } from './mailchimp.ts';
import type { ServiceAdapter } from './service.ts';

export { callOf };

/** How a service is called; Mailchimp and Brevo at other base addresses where the operator set them. */
export function adapterOf(
	{ mailchimpUrl, brevoUrl }: Pick<Config, 'mailchimpUrl' | 'brevoUrl'>,
	service: MailingService,
): ServiceAdapter {
	if (service === 'mailchimp') return mailchimpAdapter(mailchimpUrl);
	return service === 'brevo' ? brevoAdapter(brevoUrl) : listmonkAdapter;
}

/** How services are reached; tests that need no network hand in their own. */
export interface Reach {
	adapterOf: typeof adapterOf;
	callOf: typeof callOf;
}

export const realReach: Reach = { adapterOf, callOf };

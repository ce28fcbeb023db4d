import { message } from '#shared/errors/translatable-message.ts';
import type { Services } from '../services.ts';
import type { RequestContext } from './handler.ts';

/** What people read after they had an email sent: whether it is sent, or why not. */
export const emailNote = (services: Services, context: RequestContext): string =>
	context.translate(
		services.mailer.canSend
			? message`The email is on its way.`
			: message`Email isn’t set up on this site, so no email was sent.`,
	);
